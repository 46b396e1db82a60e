import { copy } from '@portal/contracts/_kernel/copy';
import { earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { signedAmount, type Transaction, transactionKind } from '@portal/contracts/earnings/earnings.endpoints';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useTransactions } from '../earnings.queries';
import { useUnderpaidNotice } from '../pay/GapNotice';
import { Filters } from './Filters';
import { type Days, daysInUrl, kindInUrl, readDays, urlWith } from './filter';
import styles from './Transactions.module.css';

const toneOf = ({ isCredit, isDebit }: Transaction): Tone => (isCredit ? 'success' : isDebit ? 'warning' : 'info');

const columns: readonly Column<Transaction>[] = [
  {
    key: 'title',
    header: earningsLabels.jobTitle,
    isRowHeader: true,
    className: styles.title,
    render: (transaction) => transaction.jobId?.jobTitle ?? transactionKind(transaction),
  },
  {
    key: 'at',
    header: earningsLabels.timeDate,
    className: styles.when,
    render: ({ createdAt, jobId }) => <UtcAndLocal instant={createdAt} zone={jobId?.timeZone} format="dateTime" />,
  },
  {
    key: 'status',
    header: earningsLabels.status,
    className: styles.status,
    render: (transaction) => <StatusChip tone={toneOf(transaction)}>{transactionKind(transaction)}</StatusChip>,
  },
  {
    key: 'amount',
    header: earningsLabels.transaction,
    align: 'end',
    className: styles.transaction,
    render: (transaction) => <span className={styles.amount}>{signedAmount(transaction)}</span>,
  },
];

/** The transactions of the wallet by kind and days. The filter is in the address. */
export function Transactions({ guardId }: { guardId: string }) {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const { label, type } = kindInUrl(params);
  const days = daysInUrl(params);
  const { asked } = readDays(days);
  const linkTo = (next: { type?: string | undefined; days?: Days; page?: number }) => {
    const { from, to } = next.days ?? days;
    const kind = 'type' in next ? next.type : type;
    return urlWith(params, { type: kind, from: from || undefined, to: to || undefined, page: pageForUrl(next.page ?? 1) });
  };
  const go = (to: string) => portal.navigate(to, { replace: true });
  const isFiltered = type !== undefined || asked.from !== undefined || asked.to !== undefined;
  return (
    <div className={styles.transactions}>
      <Filters type={type} days={days} onType={(next) => go(linkTo({ type: next }))} onDays={(next) => go(linkTo({ days: next }))} />
      <PagedList
        query={useTransactions(guardId, page, { type, ...asked })}
        notice={useUnderpaidNotice()}
        page={page}
        linkTo={(to) => linkTo({ page: to })}
        counted={['transaction', 'transactions']}
        failed="Your earnings could not be loaded"
        loading={{ shape: 'rows', count: 5, label: earningsLabels.loading, showLabel: true }}
        empty={{ icon: 'wallet', title: copy.noDataFoundElsewhere, why: 'What you earn is credited when a shift ends.' }}
        noMatch={
          isFiltered && {
            icon: 'wallet',
            title: copy.noDataFoundElsewhere,
            why: `Nothing matches ${label === 'All' ? 'these days' : `“${label}”${asked.from || asked.to ? ' in these days' : ''}`}.`,
            action: <Button onClick={() => go(linkTo({ type: undefined, days: { from: '', to: '' } }))}>Show all</Button>,
          }
        }
      >
        {(rows) => <DataTable caption="Earnings" columns={columns} rows={rows} rowKey={({ id }) => id} className={styles.table} />}
      </PagedList>
    </div>
  );
}
