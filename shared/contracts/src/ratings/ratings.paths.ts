import { path } from '../_kernel/path';

export const ratingsPaths = {
  list: path('/jobRating'),
  sample: path('/myRating'),
};
