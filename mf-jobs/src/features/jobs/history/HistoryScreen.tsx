import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { historyFilters, jobStatusLabel, jobsLabels } from '@portal/contracts/jobs/jobs.rules';
import type { HistoryJob } from '@portal/contracts/jobs/jobs.shapes';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { Money } from '@portal/ui/Money';
import { PageHeader } from '@portal/ui/PageHeader';
import { Pager } from '@portal/ui/Pager';
import { Select } from '@portal/ui/Select';
import { Skeleton } from '@portal/ui/Skeleton';
import { StatusChip } from '@portal/ui/StatusChip';
import { useState } from 'react';
import { RecordModal } from '../../shifts/RecordModal';
import { useJobHistory } from '../jobs.queries';
import { statusTone } from '../jobWords';
import styles from '../list.module.css';
import { pageForUrl, pageInUrl } from '../pageInUrl';
import { usePageWithin } from '../usePageWithin';
import { useTopOfPage } from '../useTopOfPage';

const [all, ...byStatus] = historyFilters;
const options = byStatus.map(({ label, status }) => ({ value: String(status), label }));

/** Status codes of jobs whose shifts are all over. */
const OVER = [5, 7];
const ONE_DAY = 1;
/** Its one shift is in the record as soon as it was paid, also before its scheduled end. */
const hasRecord = ({ jobStatus, jobType, totalEarning }: HistoryJob) =>
  OVER.includes(jobStatus) || (jobType === ONE_DAY && Number(totalEarning[0]?.credit ?? 0) > 0);

const columns = (openRecord: (shiftId: string) => void): Column<HistoryJob>[] => [
  { key: 'title', header: jobsLabels.jobTitle, isRowHeader: true, render: ({ jobTitle }) => jobTitle },
  { key: 'place', header: jobsLabels.location, render: ({ locationId }) => locationId.locationName },
  {
    key: 'earning',
    header: jobsLabels.totalEarning,
    align: 'end',
    render: ({ totalEarning }) => <Money amount={totalEarning[0]?.credit} />,
  },
  { key: 'rate', header: jobsLabels.rate, align: 'end', render: ({ hourlyRate }) => <Money amount={hourlyRate} /> },
  { key: 'speciality', header: jobsLabels.speciality, render: ({ speciality }) => speciality?.name ?? '' },
  {
    key: 'status',
    header: jobsLabels.status,
    render: ({ jobStatus }) => <StatusChip tone={statusTone(jobStatus)}>{jobStatusLabel(jobStatus)}</StatusChip>,
  },
  {
    key: 'record',
    header: onJobLabels.record,
    render: (job) =>
      hasRecord(job) && (
        <Button variant="secondary" small aria-label={`${onJobLabels.record}: ${job.jobTitle}`} onClick={() => openRecord(job.shiftId)}>
          {onJobLabels.record}
        </Button>
      ),
  },
];

export function HistoryScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const [recordOf, setRecordOf] = useState<string | null>(null);
  const screen = useTopOfPage<HTMLDivElement>(page);
  const filter = byStatus.find(({ status }) => String(status) === params.get('status')) ?? all;
  const { data, hasData, error, isRefreshing, retry } = useJobHistory({ page, status: filter.status });
  const linkTo = (status: string | number | undefined, to = 1) => jobsPaths.history({ status: status || undefined, page: pageForUrl(to) });
  usePageWithin({
    page,
    pageCount: hasData && !isRefreshing ? (data.pages ?? 0) : null,
    linkTo: (to) => linkTo(filter.status, to),
  });
  const choose = (status: string) => portal.navigate(linkTo(status), { replace: true });

  return (
    <div ref={screen} className={styles.screen}>
      <PageHeader title="Job History" className={styles.header} />
      <Select
        label="Show"
        className={styles.filter}
        placeholder={all.label}
        options={options}
        value={String(filter.status ?? '')}
        onChange={(event) => choose(event.target.value)}
      />
      {error && (
        <ErrorState title="Your job history could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />
      )}
      {!hasData && !error && <Skeleton shape="rows" count={5} label="Loading your job history" />}
      {hasData && data.docs.length === 0 && !isRefreshing && (
        <EmptyState
          icon="history"
          title={copy.noDataFound}
          why={filter === all ? 'Jobs that you are awarded appear here.' : `None of your jobs is ${filter.label.toLowerCase()}.`}
          action={filter !== all && <Button onClick={() => choose('')}>{all.label}</Button>}
        />
      )}
      {data.docs.length > 0 && (
        <DataTable caption="Job history" columns={columns(setRecordOf)} rows={data.docs} rowKey={({ jobId }) => jobId} />
      )}
      <Pager page={page} pageCount={data.pages ?? 0} label="Pages of job history" hrefFor={(to) => linkTo(filter.status, to)} />
      {recordOf && <RecordModal shiftId={recordOf} onClose={() => setRecordOf(null)} />}
    </div>
  );
}
