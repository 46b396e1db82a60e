import { array, boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, civilDate, decimal, id, instant, nothing, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { coverInput, coverMessages, coverStates } from './covers.rules';

const state = () =>
  string()
    .oneOf([...coverStates])
    .required();

/** A cover offer with the facts of its shift. No guard is named. */
export const coverShape = object({
  offerId: string().required(),
  state: state(),
  jobId: string().required(),
  userId: string().required(),
  shiftId: string().required(),
  jobTitle: string().required(),
  locationName: string().required(),
  shiftDate: civilDate().required(),
  startTime: instant().required(),
  endTime: instant().required(),
  timeZone: siteZone(),
  hourlyRate: decimal().required(),
  /** Dollars for the whole shift. */
  pay: decimal().required(),
  /** Kilometres from the address of the work profile; null without an address. */
  distance: number().nullable().defined(),
  note: string().defined(),
  /** Whether the site approves the first guard who accepts. */
  isAutomatic: boolean().required(),
  offeredAt: instant().required(),
  /** Until this instant guards can accept. */
  endsAt: instant().required(),
  proposedAt: instant().nullable().defined(),
  decidedAt: instant().nullable().defined(),
  /** Whether the guard has the shift again after another guard covered it. Only in `own`; missing in replies of the previous release. */
  isHeldAgain: boolean(),
});
export type Cover = InferType<typeof coverShape>;

/**
 * `open`: offers of other guards that fit this guard, the soonest shift first, and those that the guard accepted for a shift to come.
 * `own`: the guard's own offers, latest first. At most 50 each.
 */
export const listCovers = endpoint({
  id: 'covers.list',
  method: 'GET',
  path: '/covers',
  auth: 'approved',
  keptOnDevice: true,
  input: nothing(),
  output: object({ open: array(coverShape.required()).required(), own: array(coverShape.required()).required() }),
});

/** Offers one of the guard's shifts. 403: not the guard's shift. 409: already offered, on leave, or too late. */
export const offerCover = endpoint({
  id: 'covers.offer',
  method: 'POST',
  path: '/covers/offer',
  auth: 'approved',
  input: coverInput,
  output: anything(),
  ok: coverMessages.offered,
});

/** Withdraws the guard's offer of a shift; a repetition changes nothing. 404: never offered. 409: it has ended or was decided. */
export const withdrawCover = endpoint({
  id: 'covers.withdraw',
  method: 'POST',
  path: '/covers/withdraw',
  auth: 'approved',
  input: object({ jobId: id().required(), shiftId: id().required() }),
  output: anything(),
  ok: coverMessages.withdrawn,
});

/**
 * Accepts another guard's offer: the guard is proposed, or approved where the site approves automatically. A repetition replies the present state.
 * 404: no such offer. 409: another guard was first, it has ended, or the shift does not fit.
 */
export const acceptCover = endpoint({
  id: 'covers.accept',
  method: 'POST',
  path: '/covers/accept',
  auth: 'approved',
  input: object({ offerId: id().required() }),
  output: object({ state: state() }),
});

/** Hides another guard's offer. If the guard was proposed for it, the offer is open again. 404: no such offer. 409: the shift is the guard's already. */
export const declineCover = endpoint({
  id: 'covers.decline',
  method: 'POST',
  path: '/covers/decline',
  auth: 'approved',
  input: object({ offerId: id().required() }),
  output: anything(),
  ok: coverMessages.declined,
});
