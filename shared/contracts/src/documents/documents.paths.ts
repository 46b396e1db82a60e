import { path } from '../_kernel/path';

export const documentsPaths = {
  list: path('/guard/documents'),
  edit: path('/guard/documents/:id'),
  add: path('/addDocs'),
};
