import { path } from '../_kernel/path';

export const jobsPaths = {
  search: path('/search-job'),
  jobPage: path('/jobPage'),
  jobPageSample: path('/jobPage2'),
  allJobs: path('/all-job'),
  jobDetail: path('/jobDetail'),
  jobDetailSample: path('/jobDetail2'),
  history: path('/job-history'),
  onJob: path('/onJob'),
  taskReview: path('/taskReview'),
};
