import { array, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardName, id, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';

/** Awards the guard's open application: creates an assignment for each shift of the job and notifies the guard. */
export const award = endpoint({
  id: 'applications.award',
  method: 'POST',
  path: '/applications/award',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'award', arguments: ['jobId', 'guard'], summary: 'awards a job to a guard who applied for it' },
  input: object({ jobId: id().required(), guard: guardName() }),
  output: object({ jobId: string().required(), guardId: string().required(), shiftIds: array(string().required()).required() }),
});

/** Refuses a guard's open application, frees its place and notifies the guard. 404: no open application. 409: already awarded. */
export const refuseApplication = endpoint({
  id: 'applications.refuse',
  method: 'POST',
  path: '/applications/refuse',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'refuse', arguments: ['jobId', 'guard', 'reason'], summary: "refuses a guard's application and notifies the guard" },
  input: object({ jobId: id().required(), guard: guardName(), reason: optionalText() }),
  output: object({ jobId: string().required(), guardId: string().required() }),
});

/** Cancels the guard's assignments whose shifts have not begun, and notifies the guard. 404: not awarded. 409: every shift has begun. */
export const cancelAward = endpoint({
  id: 'applications.take-back',
  method: 'POST',
  path: '/applications/take-back',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'take-back', arguments: ['jobId', 'guard', 'reason'], summary: 'revokes an award, for the shifts that have not begun' },
  input: object({ jobId: id().required(), guard: guardName(), reason: optionalText() }),
  output: object({ jobId: string().required(), guardId: string().required(), shiftIds: array(string().required()).required() }),
});
