import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { PageHeader } from '@portal/ui/PageHeader';
import { Pager } from '@portal/ui/Pager';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { Skeleton } from '@portal/ui/Skeleton';
import { useMyJobs } from '../jobs.queries';
import styles from '../list.module.css';
import { pageForUrl, pageInUrl } from '../pageInUrl';
import { useTopOfPage } from '../useTopOfPage';
import { MyJobsTable } from './MyJobsTable';

const segments = [
  { id: '0', label: 'Active' },
  { id: '1', label: 'Completed' },
] as const;

const why = { 0: 'Jobs that you are awarded appear here.', 1: 'Jobs that you have completed appear here.' };

export function AllJobsScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const screen = useTopOfPage<HTMLDivElement>(page);
  const isComplete = params.get('isComplete') === '1' ? 1 : 0;
  const { data, hasData, error, isRefreshing, retry } = useMyJobs({ page, isComplete });
  const linkTo = (to: number, complete: string | number = isComplete) =>
    jobsPaths.allJobs({ isComplete: Number(complete) === 1 ? 1 : undefined, page: pageForUrl(to) });

  return (
    <div ref={screen} className={styles.screen}>
      <PageHeader title="All Jobs" className={styles.header} />
      <SegmentedToggle
        label="Which jobs"
        segments={segments}
        selected={isComplete === 1 ? '1' : '0'}
        onSelect={(id) => portal.navigate(linkTo(1, id), { replace: true })}
      />
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
      <Pager page={page} pageCount={Math.ceil(data.total / limits.pageSize)} label="Pages of jobs" hrefFor={(to) => linkTo(to)} />
    </div>
  );
}
