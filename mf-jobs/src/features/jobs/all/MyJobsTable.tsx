import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobStatusLabel, jobsLabels } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { DataTable } from '@portal/ui/DataTable';
import { Money } from '@portal/ui/Money';
import { StatusChip } from '@portal/ui/StatusChip';
import { type JobHistoryState, toRememberedJob } from '../jobRef';
import { statusTone } from '../jobText';
import { ShiftTime } from '../ShiftTimePart';
import styles from './MyJobsTable.module.css';

/** The guard's jobs. `from` is the address of the list, to which the job's detail links back. */
export function MyJobsTable({ jobs, from }: { jobs: readonly Job[]; from: string }) {
  const guardId = useSession()?.guardId;
  const open = (job: Job) => (
    <Link
      className={styles.open}
      to={jobsPaths.jobDetail({ guardId, ...toRememberedJob(job) })}
      state={{ job, from } satisfies JobHistoryState}
      aria-label={`${copy.viewMore}: ${job.jobTitle}`}
    >
      {copy.viewMore}
    </Link>
  );
  return (
    <DataTable
      caption="Your jobs"
      rows={jobs}
      rowKey={({ jobId }) => jobId}
      columns={[
        { key: 'title', header: jobsLabels.jobTitle, isRowHeader: true, render: ({ jobTitle }) => jobTitle },
        { key: 'place', header: jobsLabels.location, render: ({ locationId }) => locationId.locationName },
        {
          key: 'date',
          header: 'Date',
          render: ({ startTime, endTime, timeZone }) => <ShiftTime start={startTime} end={endTime} zone={timeZone} />,
        },
        { key: 'rate', header: jobsLabels.rate, align: 'end', render: ({ hourlyRate }) => <Money amount={hourlyRate} /> },
        {
          key: 'status',
          header: jobsLabels.status,
          render: ({ jobStatus }) => <StatusChip tone={statusTone(jobStatus)}>{jobStatusLabel(jobStatus)}</StatusChip>,
        },
        { key: 'open', header: 'Action', render: open },
      ]}
    />
  );
}
