import { localDay, money } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobStatusLabel } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Link } from '@portal/mf-kit/router';
import styles from './Panel.module.css';

export function JobRow({ job }: { job: Job }) {
  const { session } = usePortal();
  const { jobId, userId, shiftId } = job;
  return (
    <li className={styles.row}>
      <Link
        to={jobsPaths.jobDetail({ jobId, shiftId })}
        state={{ job }}
        onClick={() => session.rememberJob({ jobId, userId, shiftId })}
        className={styles.title}
      >
        {job.jobTitle}
      </Link>
      <span className={styles.amount}>{money(job.hourlyRate)}/h</span>
      <span className={styles.meta}>
        {localDay(job.startTime, job.timeZone)} · {job.locationId.locationName}
      </span>
      <span className={styles.meta}>{jobStatusLabel(job.jobStatus)}</span>
    </li>
  );
}
