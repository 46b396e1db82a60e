import type { Page } from '@portal/contracts/_kernel/envelope';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { Button } from '@portal/ui/Button';
import { EmptyState } from '@portal/ui/EmptyState';
import { Pager } from '@portal/ui/Pager';
import { useTopOfPage } from '../useTopOfPage';
import { JobCard } from './JobCard';
import styles from './Results.module.css';
import { filterKeys, type Search, searchQuery } from './search.filters';

interface Props {
  page: Page<Job>;
  search: Search;
  /** The list's own address, to come back to. */
  from: string;
  pageCount: number;
  /** Shown while newer ones are fetched, or when that failed. */
  isOld: boolean;
  /** Posted since the guard's last visit. */
  isNew(job: Job): boolean;
  reset(): void;
}

export function Results({ page, search, from, pageCount, isOld, isNew, reset }: Props) {
  const isFiltered = search.page > 1 || filterKeys.some((key) => search.filters[key]);
  const list = useTopOfPage<HTMLUListElement>(search.page);
  if (page.docs.length === 0) {
    return (
      <EmptyState
        title={jobsMessages.none}
        why={
          isFiltered
            ? 'No open job matches all of your filters.'
            : 'There is no open job right now. New ones appear here as they are posted.'
        }
        action={isFiltered && <Button onClick={reset}>Reset filters</Button>}
      />
    );
  }
  const linkTo = (to: number) => jobsPaths.search(searchQuery({ ...search, page: to }));
  return (
    <>
      <ul ref={list} className={isOld ? styles.old : styles.list}>
        {page.docs.map((job) => (
          <li key={job.jobId}>
            <JobCard job={job} isNew={isNew(job)} from={from} />
          </li>
        ))}
      </ul>
      <Pager page={search.page} pageCount={pageCount} label="Pages of jobs" hrefFor={linkTo} />
    </>
  );
}
