import { path } from '../_kernel/path';

export const injuriesPaths = {
  report: path('/report-injury'),
  previous: path('/previousInjury'),
  detail: path('/injuryDetail/:id'),
};
