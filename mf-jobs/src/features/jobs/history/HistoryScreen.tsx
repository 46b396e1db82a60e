import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { historyFilters, jobStatusLabel, jobsLabels } from '@portal/contracts/jobs/jobs.rules';
import type { HistoryJob } from '@portal/contracts/jobs/jobs.shapes';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { type Column, DataTable } from '@portal/ui/DataTable';
import { Money } from '@portal/ui/Money';
import { PageHeader } from '@portal/ui/PageHeader';
import { Select } from '@portal/ui/Select';
import { StatusChip } from '@portal/ui/StatusChip';
import { useState } from 'react';
import { RecordModal } from '../../shifts/RecordModal';
import { useJobHistory } from '../jobs.queries';
import { statusTone } from '../jobWords';
import styles from '../list.module.css';

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
  const filter = byStatus.find(({ status }) => String(status) === params.get('status')) ?? all;
  const linkTo = (status: string | number | undefined, to = 1) => jobsPaths.history({ status: status || undefined, page: pageForUrl(to) });
  const choose = (status: string) => portal.navigate(linkTo(status), { replace: true });

  return (
    <div className={styles.screen}>
      <PageHeader title="Job History" className={styles.header} />
      <Select
        label="Show"
        className={styles.filter}
        placeholder={all.label}
        options={options}
        value={String(filter.status ?? '')}
        onChange={(event) => choose(event.target.value)}
      />
      <PagedList
        query={useJobHistory({ page, status: filter.status })}
        page={page}
        linkTo={(to) => linkTo(filter.status, to)}
        counted={['job', 'jobs']}
        failed="Your job history could not be loaded"
        loading={{ shape: 'rows', count: 5, label: 'Loading your job history' }}
        empty={{
          icon: 'history',
          title: copy.noDataFound,
          why: 'Jobs that you are awarded appear here.',
          action: <ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>,
        }}
        noMatch={
          filter !== all && {
            icon: 'history',
            title: copy.noDataFound,
            why: `None of your jobs is ${filter.label.toLowerCase()}.`,
            action: <Button onClick={() => choose('')}>{all.label}</Button>,
          }
        }
      >
        {(jobs) => <DataTable caption="Job history" columns={columns(setRecordOf)} rows={jobs} rowKey={({ jobId }) => jobId} />}
      </PagedList>
      {recordOf && <RecordModal shiftId={recordOf} onClose={() => setRecordOf(null)} />}
    </div>
  );
}
