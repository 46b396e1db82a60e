import { path } from '../_kernel/path';

export const coversPaths = {
  covers: path('/covers'),
};
