import { localDay, money } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobStatusLabel } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Link } from '@portal/mf-kit/router';
import { ShiftUnknown } from '@portal/mf-kit/ShiftUnknown';
import { useClockQuery, waitForQueries } from '@portal/mf-kit/waitForQueries';
import { cx } from '@portal/ui/cx';
import { EmptyState } from '@portal/ui/EmptyState';
import { RevealInOrder } from '@portal/ui/RevealInOrder';
import { useLatestJobs } from '../../jobs/jobs.queries';
import { NextShiftPart } from '../../shifts/NextShiftPart';
import { useCurrentShift } from '../../shifts/shifts.queries';
import styles from './Panel.module.css';
import { SetupChecklist } from './SetupChecklist';

const JOBS = 'jobs';

function JobRow({ job }: { job: Job }) {
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

/**
 * The next shift, then the latest completed jobs. A guard without completed jobs sees the steps before the first shift. "My Jobs" links to
 * #jobs: the shell scrolls here and moves the focus (SHELL-41).
 */
export function LatestJobs({ guard }: { guard: Guard }) {
  const current = waitForQueries(useCurrentShift(), useClockQuery());
  const query = useLatestJobs();
  return (
    <section id={JOBS} tabIndex={-1} className={cx(styles.panel, styles.plain)} aria-labelledby="profile-jobs">
      <header className={styles.header}>
        <h2 id="profile-jobs" className={styles.heading}>
          My jobs
        </h2>
        <Link to={jobsPaths.allJobs()}>All Jobs</Link>
      </header>
      <RevealInOrder className={styles.parts}>
        <ShiftUnknown query={current} />
        <QueryView
          query={current}
          failed="Your next shift could not be loaded"
          loading={{ shape: 'card', count: 1, label: 'Loading your next shift' }}
        >
          {({ shift }) =>
            shift ? (
              <NextShiftPart key={shift.shiftId} shift={shift} />
            ) : (
              <p className={styles.none}>
                <span>You have no shift coming up. </span>
                <Link to={jobsPaths.search()}>Search jobs</Link>
              </p>
            )
          }
        </QueryView>
        <QueryView query={query} failed="Your jobs could not be loaded" loading={{ shape: 'rows', label: 'Loading your jobs' }}>
          {({ docs }) => (
            <>
              {docs.length === 0 && <SetupChecklist guard={guard} hasShift={Boolean(current.data.shift)} />}
              <h3 className={styles.subheading}>Latest jobs</h3>
              {docs.length === 0 ? (
                <EmptyState icon="briefcase" title="No completed jobs yet" why="Your latest three appear here after your first shift." />
              ) : (
                <ul className={styles.rows} aria-label="Latest jobs">
                  {docs.map((job) => (
                    <JobRow key={job.jobId} job={job} />
                  ))}
                </ul>
              )}
            </>
          )}
        </QueryView>
      </RevealInOrder>
    </section>
  );
}
