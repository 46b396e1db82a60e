import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { Pager } from '@portal/ui/Pager';
import { Skeleton } from '@portal/ui/Skeleton';
import { useMyJobs } from '../jobs.queries';
import { usePageWithin } from '../usePageWithin';
import { MyJobsTable } from './MyJobsTable';

const why = { 0: 'Jobs that you are awarded appear here.', 1: 'Jobs that you have completed appear here.' };

/** The jobs that a guard was awarded or waits for, those still to work or those that are over. */
export function MyJobs({ isComplete, page, linkTo }: { isComplete: 0 | 1; page: number; linkTo(page: number): string }) {
  const { data, hasData, error, isRefreshing, retry } = useMyJobs({ page, isComplete });
  const pageCount = Math.ceil(data.total / limits.pageSize);
  usePageWithin({ page, pageCount: hasData && !isRefreshing ? pageCount : null, linkTo });
  return (
    <>
      {error && <ErrorState title="Your jobs could not be loaded" safe={error.userMessage} reference={error.reference} onRetry={retry} />}
      {!hasData && !error && <Skeleton shape="rows" count={5} label="Loading your jobs" />}
      {hasData && data.docs.length === 0 && !isRefreshing && (
        <EmptyState
          icon="briefcase"
          title={copy.noDataFound}
          why={why[isComplete]}
          action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
        />
      )}
      {data.docs.length > 0 && <MyJobsTable jobs={data.docs} from={linkTo(page)} />}
      <Pager page={page} pageCount={pageCount} label="Pages of jobs" hrefFor={linkTo} />
    </>
  );
}
