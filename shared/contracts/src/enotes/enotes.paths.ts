import { path } from '../_kernel/path';

export const enotesPaths = {
  write: path('/eNote'),
  list: path('/eNotes'),
};
