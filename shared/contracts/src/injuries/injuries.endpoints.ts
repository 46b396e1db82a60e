import { array, type InferType, object } from 'yup';
import { copy } from '../_kernel/copy';
import { endpoint } from '../_kernel/endpoint';
import { anything, civilDate, id, instant, pageOf, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { injuryInput, injuryMessages } from './injuries.rules';

export const injuryShape = object({
  id: string().required(),
  title: string().required(),
  description: string().defined(),
  date: civilDate().required(),
  createdAt: instant().required(),
  /** Names of the stored files. */
  files: array(string().required()).required(),
  jobId: object({ id: string().required(), jobTitle: string().required() }).required(),
  /** The replies of staff, oldest first. */
  response: array(object({ title: string().required(), description: string().required(), at: instant().nullable() })).required(),
});
export type Injury = InferType<typeof injuryShape>;

/** The guard's own reports, latest first. */
export const listInjuries = endpoint({
  id: 'injuries.list',
  method: 'GET',
  path: '/report-injury',
  auth: 'approved',
  input: object(paging()),
  output: pageOf<Injury>(injuryShape),
});

export const injuryDetail = endpoint({
  id: 'injuries.detail',
  method: 'GET',
  path: '/report-injury/:id',
  auth: 'approved',
  input: object({ id: id().required() }),
  output: injuryShape,
});

/** 403: a job in which the guard has no shift. */
export const reportInjury = endpoint({
  id: 'injuries.report',
  method: 'POST',
  path: '/report-injury',
  auth: 'approved',
  body: 'multipart',
  input: injuryInput,
  output: anything(),
  ok: injuryMessages.received,
  silent: { otherwise: injuryMessages.notSaved, reasons: { 403: copy.notYourJob } }, // REPORTINJURY-20
});

/** The selectable titles, except the default one. */
export const injuryTypes = endpoint({
  id: 'injuries.types',
  method: 'GET',
  path: '/injury-type/guard/list',
  auth: 'approved',
  input: object({}),
  output: array(object({ name: string().required() })).required(),
});
