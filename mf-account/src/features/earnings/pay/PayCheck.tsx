import { copy } from '@portal/contracts/_kernel/copy';
import { missingText } from '@portal/contracts/earnings/earnings.copy';
import { type CheckedShift, payQuestion } from '@portal/contracts/earnings/earnings.reports';
import { askAboutPay, askAboutPayLabel } from '@portal/contracts/tickets/tickets.paths';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { Money } from '@portal/ui/Money';
import { Select } from '@portal/ui/Select';
import { StatusChip } from '@portal/ui/StatusChip';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { usePayCheck } from '../earnings.queries';
import { urlWith } from '../withdraw/filter';
import styles from './Pay.module.css';

const isShort = ({ missing }: CheckedShift) => /[1-9]/.test(missing) && !missing.startsWith('-');

const columns = (navigate: (to: string) => void): Column<CheckedShift>[] => [
  { key: 'job', header: 'Job', isRowHeader: true, render: ({ jobId }) => jobId.jobTitle },
  {
    key: 'shift',
    header: 'Shift',
    render: ({ startTime, timeZone }) => <UtcAndLocal instant={startTime} zone={timeZone} format="dateTime" className={styles.when} />,
  },
  { key: 'expected', header: 'Expected', align: 'end', render: ({ expected }) => <Money amount={expected} /> },
  { key: 'received', header: 'Received', align: 'end', render: ({ received }) => <Money amount={received} /> },
  {
    key: 'missing',
    header: 'Difference',
    render: (shift) => (
      <span className={styles.difference}>
        <StatusChip tone={isShort(shift) ? 'danger' : 'neutral'}>{missingText(shift.missing)}</StatusChip>
        {isShort(shift) && (
          <ButtonLink
            small
            variant="secondary"
            href={askAboutPay(shift.jobId.id, payQuestion(shift))}
            onNavigate={navigate}
            aria-label={`${askAboutPayLabel}: ${payQuestion(shift).title}`}
          >
            {askAboutPayLabel}
          </ButtonLink>
        )}
      </span>
    ),
  },
];

/** Each ended shift with the pay by its record, the credit, and a link to a ticket if the credit is less. */
export function PayCheck() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const only = params.get('only') === 'gaps' ? 'gaps' : undefined;
  const linkTo = (next: 'gaps' | undefined, to = 1) => urlWith(params, { tab: 'pay', only: next, page: pageForUrl(to) });
  const choose = (next: 'gaps' | undefined) => portal.navigate(linkTo(next), { replace: true });
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>
        Expected is your hourly rate times the hours of your shift record, within the schedule. Received is what was credited for that
        shift.
      </p>
      <Select
        label="Show"
        className={styles.filter}
        placeholder="All shifts"
        options={[{ value: 'gaps', label: 'Paid less than expected' }]}
        value={only ?? ''}
        onChange={({ target }) => choose(target.value === 'gaps' ? 'gaps' : undefined)}
      />
      <PagedList
        query={usePayCheck(page, only)}
        page={page}
        linkTo={(to) => linkTo(only, to)}
        counted={['shift', 'shifts']}
        failed="Your pay could not be checked"
        loading={{ shape: 'rows', count: 5, label: 'Checking your pay' }}
        empty={{ icon: 'wallet', title: copy.noDataFoundElsewhere, why: 'Shifts appear here when they end.' }}
        noMatch={
          only && {
            icon: 'check',
            title: 'Every shift was paid as expected',
            why: 'Every shift was credited in full, according to its record.',
            action: <Button onClick={() => choose(undefined)}>All shifts</Button>,
          }
        }
      >
        {(rows) => (
          <DataTable caption="Pay of your shifts" columns={columns(portal.navigate)} rows={rows} rowKey={({ shiftId }) => shiftId} />
        )}
      </PagedList>
    </div>
  );
}
