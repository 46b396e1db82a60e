import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { NotAvailable } from '@portal/mf-kit/NotAvailable';
import type { Sitemap } from '@portal/mf-kit/routes';
import { lazy } from 'react';
import type { module } from '../module';

const Search = lazy(async () => ({
  default: (await import(/* webpackChunkName: "search" */ './features/jobs/search/SearchScreen')).SearchScreen,
}));
const Job = lazy(async () => ({
  default: (await import(/* webpackChunkName: "job-page" */ './features/jobs/page/JobPageScreen')).JobPageScreen,
}));
const Detail = lazy(async () => ({
  default: (await import(/* webpackChunkName: "job-detail" */ './features/jobs/detail/JobDetailScreen')).JobDetailScreen,
}));
const All = lazy(async () => ({
  default: (await import(/* webpackChunkName: "all-jobs" */ './features/jobs/all/AllJobsScreen')).AllJobsScreen,
}));
const History = lazy(async () => ({
  default: (await import(/* webpackChunkName: "history" */ './features/jobs/history/HistoryScreen')).HistoryScreen,
}));

/** Path to screen. The chunk names are module.ts's, so that the HTML of a path can preload its screen. */
export const sitemap: Sitemap<keyof typeof module.routes> = {
  [jobsPaths.search.pattern]: Search,
  [jobsPaths.jobPage.pattern]: Job,
  [jobsPaths.allJobs.pattern]: All,
  [jobsPaths.jobDetail.pattern]: Detail,
  [jobsPaths.history.pattern]: History,
  [jobsPaths.onJob.pattern]: NotAvailable,
  [jobsPaths.jobPageSample.pattern]: NotAvailable,
  [jobsPaths.jobDetailSample.pattern]: NotAvailable,
  [jobsPaths.taskReview.pattern]: NotAvailable,
};
