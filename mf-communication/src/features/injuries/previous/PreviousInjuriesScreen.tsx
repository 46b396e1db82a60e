import { copy } from '@portal/contracts/_kernel/copy';
import { dayMonthYear } from '@portal/contracts/_kernel/formats';
import type { Injury } from '@portal/contracts/injuries/injuries.endpoints';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { injuryLabels } from '@portal/contracts/injuries/injuries.rules';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { useSearchParams } from '@portal/mf-kit/router';
import { StoredPictures } from '@portal/mf-kit/StoredPictures';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { PageHeader } from '@portal/ui/PageHeader';
import { useInjuries } from '../injuries.queries';
import styles from './PreviousInjuries.module.css';
import { UnsentInjuries } from './UnsentInjuries';

const columns: readonly Column<Injury>[] = [
  { key: 'title', header: injuryLabels.title, isRowHeader: true, render: ({ title }) => title },
  {
    key: 'description',
    header: injuryLabels.description,
    render: ({ description }) => <span className={styles.description}>{description}</span>,
  },
  { key: 'date', header: injuryLabels.date, render: ({ date }) => <span className={styles.date}>{dayMonthYear(date)}</span> },
  {
    key: 'attachment',
    header: injuryLabels.attachment,
    render: ({ title, files }) => (
      <div className={styles.pictures}>
        <StoredPictures label={`Pictures: ${title}`} labelPrefix={title} filenames={files} />
      </div>
    ),
  },
  {
    key: 'action',
    header: 'Action',
    render: ({ id, title, response }) => (
      <div className={styles.action}>
        <ButtonLink small variant="secondary" href={injuriesPaths.detail({ id })} aria-label={`${injuryLabels.viewMore}: ${title}`}>
          {injuryLabels.viewMore}
        </ButtonLink>
        {response.length > 0 && <span className={styles.answered}>Answered</span>}
      </div>
    ),
  },
];

export function PreviousInjuriesScreen() {
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  return (
    <div className={styles.screen}>
      <PageHeader title={injuryLabels.previous} actions={<ButtonLink href={injuriesPaths.report()}>Report Injury</ButtonLink>} />
      <UnsentInjuries />
      <PagedList
        query={useInjuries(page)}
        page={page}
        linkTo={(to) => injuriesPaths.previous({ page: pageForUrl(to) })}
        counted={['injury report', 'injury reports']}
        failed="Your injury reports could not be loaded"
        loading={{ shape: 'card', count: 3, label: 'Loading your injury reports' }}
        empty={{
          icon: 'injury',
          title: copy.noDataFoundElsewhere,
          why: 'Injuries you report, and our replies, will appear here.',
        }}
      >
        {(injuries) => <DataTable caption={injuryLabels.previous} columns={columns} rows={injuries} rowKey={({ id }) => id} />}
      </PagedList>
    </div>
  );
}
