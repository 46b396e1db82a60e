import { path } from '../_kernel/path';

export const ratingsPaths = {
  /** `rating` chooses one by its id. */
  list: path('/jobRating'),
  sample: path('/myRating'),
};
