import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { Link } from '@portal/mf-kit/router';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { useLatestJobs } from '../../jobs/jobs.queries';
import { JobRow } from './JobRow';
import styles from './Panel.module.css';

const JOBS = 'jobs';

/** "My Jobs" leads to #jobs: the shell scrolls here and focuses it (SHELL-41). */
export function LatestJobs() {
  const { data, hasData, error, isLoading, retry } = useLatestJobs();
  return (
    <section id={JOBS} tabIndex={-1} className={styles.panel} aria-labelledby="profile-jobs">
      <header className={styles.header}>
        <h2 id="profile-jobs" className={styles.heading}>
          My jobs
        </h2>
        <Link to={jobsPaths.allJobs()}>All Jobs</Link>
      </header>
      {isLoading && <Skeleton shape="rows" count={3} />}
      {error && <ErrorState title="Your jobs could not be loaded." safe={error.userMessage} onRetry={retry} />}
      {hasData && data.docs.length === 0 && (
        <EmptyState
          icon="briefcase"
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
