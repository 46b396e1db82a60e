import { copy } from '@portal/contracts/_kernel/copy';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { PagedList, type PagedListProps } from '@portal/mf-kit/PagedList';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { type JobCompletion, useMyJobs } from '../jobs.queries';
import { MyJobsTable } from './MyJobsTable';

const emptyText = (isComplete: JobCompletion) =>
  isComplete === 1 ? 'Jobs that you have completed appear here.' : 'Jobs that you are awarded appear here.';

interface MyJobsProps extends Pick<PagedListProps<unknown>, 'notice' | 'page' | 'linkTo'> {
  isComplete: JobCompletion;
}

/** The jobs that the guard was awarded: active, completed or all. */
export function MyJobs({ isComplete, notice: above, page, linkTo }: MyJobsProps) {
  return (
    <PagedList
      query={useMyJobs({ page, isComplete })}
      notice={above}
      page={page}
      linkTo={linkTo}
      counted={['job', 'jobs']}
      failed="Your jobs could not be loaded"
      loading={{ shape: 'rows', count: 5, label: 'Loading your jobs' }}
      empty={{
        icon: 'briefcase',
        title: copy.noDataFound,
        why: emptyText(isComplete),
        action: <ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>,
      }}
    >
      {(jobs) => <MyJobsTable jobs={jobs} from={linkTo(page)} />}
    </PagedList>
  );
}
