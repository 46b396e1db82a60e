import { array, number, object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, guardName, id, nothing } from '../_kernel/shapes';
import { applicationMessages, cancelInput } from './applications.rules';

/** 404 already applied (API-JOB-13), 410 job gone, 409 full or time passed. */
export const applyForJob = endpoint({
  id: 'applications.apply',
  method: 'POST',
  path: '/apply-job/request-for-job',
  auth: 'approved',
  input: object({ userId: id().required(), jobId: id().required(), shiftId: id().required(), isApply: number().oneOf([1]).required() }),
  output: anything(),
  ok: applicationMessages.received,
});

export const cancellationReasons = endpoint({
  id: 'applications.cancellation-reasons',
  method: 'GET',
  path: '/cancellation-reason/guard/list',
  auth: 'bearer',
  input: nothing(),
  output: array(object({ id: string().required(), name: string().required() })).required(),
});

/** Takes an application back before the job begins (JOBPAGE-40); the guard may apply again. 404 not applied, 409 awarded or begun. */
export const cancelApplication = endpoint({
  id: 'applications.cancel',
  method: 'POST',
  path: '/apply-job/cancel',
  auth: 'approved',
  input: cancelInput,
  output: anything(),
  ok: applicationMessages.cancelled,
});

/** Awards the guard's live application: makes one assignment for each shift of the job, tells the guard. */
export const award = endpoint({
  id: 'applications.award',
  method: 'POST',
  path: '/applications/award',
  auth: 'staff',
  input: object({ jobId: id().required(), guard: guardName() }),
  output: object({ jobId: string().required(), guardId: string().required(), shiftIds: array(string().required()).required() }),
});
