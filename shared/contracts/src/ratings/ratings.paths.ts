import { path } from '../_kernel/path';

export const ratingsPaths = {
  /** The query `rating` selects a rating by its id. */
  list: path('/jobRating'),
  sample: path('/myRating'),
};
