import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, civilDate, id } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { leaveInput, leaveMessages } from './leave.rules';

/** 403: not the guard's shift. 409: it has begun, or leave was already requested. */
export const applyLeave = endpoint({
  id: 'leave.apply',
  method: 'POST',
  path: '/apply-leave',
  auth: 'approved',
  input: leaveInput,
  output: anything(),
  ok: leaveMessages.received,
  silent: { otherwise: leaveMessages.notSaved, reasons: { 403: leaveMessages.notYours, 409: leaveMessages.onceAndBefore } }, // LEAVE-06
});

/** The guard's own leave requests for a job. Status: 0 requested, 1 approved, 2 refused. */
export const leaveOfJob = endpoint({
  id: 'leave.list',
  method: 'GET',
  path: '/apply-leave',
  auth: 'approved',
  input: object({ jobId: id().required() }),
  output: array(
    object({
      shiftId: string().required(),
      shiftDate: civilDate().required(),
      leaveTitle: number().required(),
      leaveDescription: string().nullable().defined(),
      status: number().oneOf([0, 1, 2]).required(),
    }),
  ).required(),
});
