import { coversPaths } from '@portal/contracts/covers/covers.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

export const sitemap: RouteMap<keyof typeof module.routes> = {
  [jobsPaths.search.pattern]: lazyScreen(() => import('./features/jobs/search/SearchScreen').then((file) => file.SearchScreen)),
  [jobsPaths.jobPage.pattern]: lazyScreen(() => import('./features/jobs/page/JobPageScreen').then((file) => file.JobPageScreen)),
  [jobsPaths.allJobs.pattern]: lazyScreen(() => import('./features/jobs/all/AllJobsScreen').then((file) => file.AllJobsScreen)),
  [jobsPaths.jobDetail.pattern]: lazyScreen(() => import('./features/jobs/detail/JobDetailScreen').then((file) => file.JobDetailScreen)),
  [coversPaths.covers.pattern]: lazyScreen(() => import('./features/covers/list/CoversScreen').then((file) => file.CoversScreen)),
  [jobsPaths.history.pattern]: lazyScreen(() => import('./features/jobs/history/HistoryScreen').then((file) => file.HistoryScreen)),
  [jobsPaths.onJob.pattern]: lazyScreen(() => import('./features/shifts/onJob/OnJobScreen').then((file) => file.OnJobScreen)),
  [jobsPaths.jobPageSample.pattern]: lazyScreen(() =>
    import('./features/jobs/samples/JobPageSampleScreen').then((file) => file.JobPageSampleScreen),
  ),
  [jobsPaths.jobDetailSample.pattern]: lazyScreen(() =>
    import('./features/jobs/samples/JobDetailSampleScreen').then((file) => file.JobDetailSampleScreen),
  ),
  [jobsPaths.taskReview.pattern]: lazyScreen(() =>
    import('./features/jobs/samples/TaskReviewScreen').then((file) => file.TaskReviewScreen),
  ),
};
