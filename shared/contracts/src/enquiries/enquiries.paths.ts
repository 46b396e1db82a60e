import { path } from '../_kernel/path';

export const enquiriesPaths = {
  contact: path('/contact_us'),
  training: path('/training'),
  career: path('/career'),
};
