import { array, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { civilDate, guardName, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { deletion } from './privacy.endpoints';

/** Requests that were neither cancelled nor carried out, oldest first. */
export const openDeletions = endpoint({
  id: 'privacy.deletions',
  method: 'GET',
  path: '/deletions',
  auth: 'staff',
  roles: ['ops'],
  command: { name: 'list-deletions', summary: 'lists requests for the deletion of an account' },
  input: nothing(),
  output: array(deletion.shape({ guard: string().required(), email: string().required() })).required(),
});

/** Deletes `deleted` and retains `kept`. 409: the guard can still cancel, has future shifts, or has money in the wallet. */
export const carryOutDeletion = endpoint({
  id: 'privacy.carry-out-deletion',
  method: 'POST',
  path: '/deletions/carry-out',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'carry-out-deletion',
    arguments: ['guard'],
    summary: 'deletes an account after the time for a withdrawal of the request',
  },
  input: object({ guard: guardName() }),
  output: object({ guard: string().required(), keptUntil: civilDate().required() }),
});
