import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

const Search = lazyScreen(() =>
  import(/* webpackChunkName: "search" */ './features/jobs/search/SearchScreen').then((file) => file.SearchScreen),
);
const Job = lazyScreen(() =>
  import(/* webpackChunkName: "job-page" */ './features/jobs/page/JobPageScreen').then((file) => file.JobPageScreen),
);
const Detail = lazyScreen(() =>
  import(/* webpackChunkName: "job-detail" */ './features/jobs/detail/JobDetailScreen').then((file) => file.JobDetailScreen),
);
const All = lazyScreen(() =>
  import(/* webpackChunkName: "all-jobs" */ './features/jobs/all/AllJobsScreen').then((file) => file.AllJobsScreen),
);
const History = lazyScreen(() =>
  import(/* webpackChunkName: "history" */ './features/jobs/history/HistoryScreen').then((file) => file.HistoryScreen),
);
const OnJob = lazyScreen(() =>
  import(/* webpackChunkName: "on-job" */ './features/shifts/onJob/OnJobScreen').then((file) => file.OnJobScreen),
);
const JobSample = lazyScreen(() =>
  import(/* webpackChunkName: "job-page-sample" */ './features/jobs/samples/JobPageSampleScreen').then((file) => file.JobPageSampleScreen),
);
const DetailSample = lazyScreen(() =>
  import(/* webpackChunkName: "job-detail-sample" */ './features/jobs/samples/JobDetailSampleScreen').then(
    (file) => file.JobDetailSampleScreen,
  ),
);
const TaskReview = lazyScreen(() =>
  import(/* webpackChunkName: "task-review" */ './features/jobs/samples/TaskReviewScreen').then((file) => file.TaskReviewScreen),
);

/** The chunk names match module.ts, so that the HTML of a path can preload its screen. */
export const sitemap: RouteMap<keyof typeof module.routes> = {
  [jobsPaths.search.pattern]: Search,
  [jobsPaths.jobPage.pattern]: Job,
  [jobsPaths.allJobs.pattern]: All,
  [jobsPaths.jobDetail.pattern]: Detail,
  [jobsPaths.history.pattern]: History,
  [jobsPaths.onJob.pattern]: OnJob,
  [jobsPaths.jobPageSample.pattern]: JobSample,
  [jobsPaths.jobDetailSample.pattern]: DetailSample,
  [jobsPaths.taskReview.pattern]: TaskReview,
};
