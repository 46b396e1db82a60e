import { path } from '../_kernel/path';

export const chatPaths = {
  rooms: path('/chat'),
};
