import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { postingMessages, reportOutcomes, reportRules } from './postings.rules';

/** A guard reports a posting that they can see. 404: no such job. 409: their earlier report of it is still open. */
export const reportJob = endpoint({
  id: 'postings.report',
  method: 'POST',
  path: '/job/report',
  auth: 'approved',
  body: 'multipart',
  input: reportRules.shape({ jobId: id().required() }),
  output: anything(),
  ok: postingMessages.received,
  silent: { otherwise: postingMessages.notSaved, reasons: { 404: postingMessages.gone, 409: postingMessages.already } },
});

export const reportShape = object({
  id: string().required(),
  reason: number().required(),
  words: string().defined(),
  reportedAt: instant().required(),
  closedAt: instant().nullable().defined(),
  /** Null while the report is open. */
  outcome: string()
    .oneOf([...reportOutcomes])
    .nullable()
    .defined(),
  /** What staff wrote to the guard; null while the report is open. */
  answer: string().nullable().defined(),
});
export type JobReport = InferType<typeof reportShape>;

/** The guard's own reports of a job, latest first; also of a job that no guard sees any more. */
export const reportsOfJob = endpoint({
  id: 'postings.reports',
  method: 'GET',
  path: '/job/report',
  auth: 'approved',
  input: object({ jobId: id().required() }),
  output: array(reportShape).required(),
});
