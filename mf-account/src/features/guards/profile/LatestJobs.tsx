import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Link } from '@portal/mf-kit/router';
import { EmptyState } from '@portal/ui/EmptyState';
import { useLatestJobs } from '../../jobs/jobs.queries';
import { JobRow } from './JobRow';
import styles from './Panel.module.css';

const JOBS = 'jobs';

/** "My Jobs" leads to #jobs: the shell scrolls here and focuses it (SHELL-41). */
export function LatestJobs() {
  const query = useLatestJobs();
  return (
    <section id={JOBS} tabIndex={-1} className={styles.panel} aria-labelledby="profile-jobs">
      <header className={styles.header}>
        <h2 id="profile-jobs" className={styles.heading}>
          My jobs
        </h2>
        <Link to={jobsPaths.allJobs()}>All Jobs</Link>
      </header>
      <QueryView query={query} failed="Your jobs could not be loaded" loading={{ shape: 'rows', label: 'Loading your jobs' }}>
        {({ docs }) =>
          docs.length === 0 ? (
            <EmptyState
              icon="briefcase"
              title="No completed jobs yet"
              why="Your latest three stand here after your first shift."
              action={<Link to={jobsPaths.search()}>Search jobs</Link>}
            />
          ) : (
            <ul className={styles.rows}>
              {docs.map((job) => (
                <JobRow key={job.jobId} job={job} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
