import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, decimal, guardName, id, instant, nothing, optionalText, pageOf, paging, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { applicationMessages, cancelInput, type Outcome, outcomes } from './applications.rules';

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
  roles: ['dispatcher'],
  input: object({ jobId: id().required(), guard: guardName() }),
  output: object({ jobId: string().required(), guardId: string().required(), shiftIds: array(string().required()).required() }),
});

/** Refuses a guard's open application; its place is free again, and the guard is told. 404 no open one, 409 awarded already. */
export const refuseApplication = endpoint({
  id: 'applications.refuse',
  method: 'POST',
  path: '/applications/refuse',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ jobId: id().required(), guard: guardName(), reason: optionalText() }),
  output: object({ jobId: string().required(), guardId: string().required() }),
});

/** Takes every shift that has not begun away from the guard again, and tells them. 404 not awarded, 409 all have begun. */
export const takeBackAward = endpoint({
  id: 'applications.take-back',
  method: 'POST',
  path: '/applications/take-back',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ jobId: id().required(), guard: guardName(), reason: optionalText() }),
  output: object({ jobId: string().required(), guardId: string().required(), shiftIds: array(string().required()).required() }),
});

export const applicationShape = object({
  applicationId: string().required(),
  jobId: string().required(),
  userId: string().required(),
  /** The shift that it was sent for; the times are its own. */
  shiftId: string().required(),
  jobTitle: string().required(),
  locationName: string().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  hourlyRate: decimal().required(),
  appliedAt: instant().required(),
  outcome: string()
    .oneOf(Object.keys(outcomes) as Outcome[])
    .required(),
  /** Staff's or the guard's own words to it. */
  reason: string().nullable().defined(),
});
export type Application = InferType<typeof applicationShape>;

/** Every application of the guard with what became of it: those that wait first, then the latest. */
export const myApplications = endpoint({
  id: 'applications.mine',
  method: 'GET',
  path: '/apply-job/guard/list',
  auth: 'approved',
  input: object(paging()),
  output: pageOf<Application>(applicationShape),
});
