import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { PagedList, type PagedListProps } from '@portal/mf-kit/PagedList';
import { Button } from '@portal/ui/Button';
import { JobCard } from './JobCard';
import styles from './Results.module.css';
import { filterKeys, type Search, searchQuery } from './search.filters';

export const jobsCounted = ['job', 'jobs'] as const;

interface Props {
  query: PagedListProps<Job>['query'];
  search: Search;
  /** The address of this list, for links back. */
  from: string;
  /** True for a job that was posted since the guard's last visit. */
  isNew(job: Job): boolean;
  reset(): void;
}

export function Results({ query, search, from, isNew, reset }: Props) {
  const isFiltered = search.page > 1 || filterKeys.some((key) => key !== 'fitsMe' && search.filters[key]);
  return (
    <PagedList
      query={query}
      page={search.page}
      linkTo={(page) => jobsPaths.search(searchQuery({ ...search, page }))}
      counted={jobsCounted}
      showsCount
      failed="The jobs could not be loaded"
      loading={{ shape: 'card', count: 4, label: 'Loading jobs' }}
      empty={{
        title: jobsMessages.none,
        why: 'There are no open jobs right now. New jobs appear here when they are posted.',
      }}
      noMatch={
        isFiltered && {
          title: jobsMessages.none,
          why: 'No open job matches all your filters.',
          action: <Button onClick={reset}>Reset filters</Button>,
        }
      }
    >
      {(jobs) => (
        <ul className={styles.list}>
          {jobs.map((job) => (
            <li key={job.jobId}>
              <JobCard job={job} isNew={isNew(job)} from={from} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
