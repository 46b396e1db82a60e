import { array, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { civilDate, id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { appealRules, ratingMessages } from './ratings.rules';

/** A customer's rating of one shift of the guard (DATA-ACCT-18..21, DATA-JOB-22). */
export const ratingShape = object({
  id: string().required(),
  /** 0.5 to 5, in halves. */
  rating: number().required(),
  description: string().defined(),
  createdAt: instant().required(),
  jobId: object({
    id: string().required(),
    jobTitle: string().required(),
    locationId: object({ locationName: string().required() }).required(),
  }).required(),
  shiftId: object({
    id: string().required(),
    shiftDate: civilDate().nullable().defined(),
    /** The reason of the guard for ending the shift; null if staff closed it. */
    endReasonId: object({ id: string().required(), name: string().required() }).nullable().defined(),
    shiftEndComment: string().defined(),
  }).required(),
  /** The ticket of the guard's appeal; null without one, missing if the API has no appeals. */
  appeal: object({ ticketId: string().required(), at: instant().required() }).nullable().optional().default(undefined),
});
export type Rating = InferType<typeof ratingShape>;

/** The guard's own ratings, newest first, at most 500. `total` is their number, missing in replies of the previous release. */
export const listRatings = endpoint({
  id: 'ratings.list',
  method: 'GET',
  path: '/guards/rating',
  auth: 'approved',
  input: nothing(),
  output: object({ docs: array(ratingShape.required()).required(), total: number() }),
});

/** One of the guard's own ratings; 404 for any other. */
export const ratingDetail = endpoint({
  id: 'ratings.detail',
  method: 'GET',
  path: '/guards/rating/:id',
  auth: 'approved',
  input: object({ id: id().required() }),
  output: ratingShape,
});

/** Appeals one of the guard's own ratings with a new ticket. A repeated call replies with the same ticket. 404: any other rating. */
export const appealRating = endpoint({
  id: 'ratings.appeal',
  method: 'POST',
  path: '/guards/rating/:id/appeal',
  auth: 'approved',
  input: appealRules.shape({ id: id().required() }),
  output: ratingShape,
  ok: ratingMessages.appealed,
});
