import { array, boolean, type InferType, number, object } from 'yup';
import { commitmentShape } from '../_kernel/commitment';
import { endpoint } from '../_kernel/endpoint';
import { anything, decimal, id, instant, nothing, pageOf, paging, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { applicationMessages, cancelInput, type Outcome, outcomes } from './applications.rules';

/** 404: already applied (API-JOB-13). 410: the job is gone. 409: the job is full or its time has passed. */
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

/** Withdraws an application before the job begins (JOBPAGE-40). The guard may apply again. 404: not applied. 409: awarded or begun. */
export const cancelApplication = endpoint({
  id: 'applications.cancel',
  method: 'POST',
  path: '/apply-job/cancel',
  auth: 'approved',
  input: cancelInput,
  output: anything(),
  ok: applicationMessages.cancelled,
});

export const applicationShape = object({
  applicationId: string().required(),
  jobId: string().required(),
  userId: string().required(),
  /** The shift of the application; `startTime` and `endTime` belong to it. */
  shiftId: string().required(),
  jobTitle: string().required(),
  locationName: string().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  hourlyRate: decimal().required(),
  /** For a waiting application by now, else as it was at the award or the application. */
  commitment: commitmentShape(),
  appliedAt: instant().required(),
  outcome: string()
    .oneOf(Object.keys(outcomes) as Outcome[])
    .required(),
  /** The reason that staff or the guard entered. */
  reason: string().nullable().defined(),
  /** The award ended because another guard took over the guard's last shift. Missing in replies of the previous release. */
  isCovered: boolean(),
  /** The guard took over a shift without having applied. Missing in replies of the previous release. */
  isTakenOver: boolean(),
});
export type Application = InferType<typeof applicationShape>;

/** Every application of the guard with its outcome: waiting ones first, then the latest. */
export const myApplications = endpoint({
  id: 'applications.mine',
  method: 'GET',
  path: '/apply-job/guard/list',
  auth: 'approved',
  input: object(paging()),
  output: pageOf<Application>(applicationShape),
});
