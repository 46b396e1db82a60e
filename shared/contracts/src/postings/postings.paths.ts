import { path } from '../_kernel/path';

export const postingsPaths = {
  policy: path('/job-posting-policy'),
};
