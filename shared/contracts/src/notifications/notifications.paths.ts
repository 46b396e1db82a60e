import { path } from '../_kernel/path';

export const notificationsPaths = {
  list: path('/notification'),
};
