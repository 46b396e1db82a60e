import { object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything } from '../_kernel/shapes';
import { filename } from './media.endpoints';

/** The same for staff, who may see every stored file. */
export const staffMedia = endpoint({
  id: 'media.staff',
  method: 'GET',
  path: '/media',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: {
    name: 'save-file',
    arguments: ['filename'],
    summary: 'saves a stored picture or recording, for example of a ticket or report',
    savesFile: true,
  },
  input: object({ filename: filename() }),
  output: anything(),
});
