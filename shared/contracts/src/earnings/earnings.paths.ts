import { path } from '../_kernel/path';

export const earningsPaths = {
  withdraw: path('/withdraw'),
  sample: path('/myEarning'),
};
