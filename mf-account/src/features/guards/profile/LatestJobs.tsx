import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { Link, useLocation } from '@portal/mf-kit/router';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { useEffect, useRef } from 'react';
import { useLatestJobs } from '../../jobs/jobs.queries';
import { JobRow } from './JobRow';
import styles from './Panel.module.css';

export const JOBS = 'jobs';

/** "My Jobs" opens the profile here: scrolled to and focused (SHELL-41). */
export function LatestJobs() {
  const { data, hasData, error, isLoading, retry } = useLatestJobs();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit to #jobs has its own key
  useEffect(() => {
    if (hash !== `#${JOBS}`) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return (
    <section id={JOBS} className={styles.panel} aria-labelledby="profile-jobs">
      <header className={styles.header}>
        <h2 id="profile-jobs" ref={heading} tabIndex={-1} className={styles.heading}>
          My jobs
        </h2>
        <Link to={jobsPaths.allJobs()}>All Jobs</Link>
      </header>
      {isLoading && <Skeleton shape="rows" count={3} />}
      {error && <ErrorState title="Your jobs could not be loaded." safe={error.userMessage} onRetry={retry} />}
      {hasData && data.docs.length === 0 && (
        <EmptyState
          title="No completed jobs yet"
          why="Your latest three stand here after your first shift."
          action={<Link to={jobsPaths.search()}>Search jobs</Link>}
        />
      )}
      <ul className={styles.rows}>
        {data.docs.map((job) => (
          <JobRow key={job.jobId} job={job} />
        ))}
      </ul>
    </section>
  );
}
