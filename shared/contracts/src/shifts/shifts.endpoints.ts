import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { position } from '../_kernel/position';
import { anything, decimal, id, instant, nothing, optionalText } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { actAt, breakRules, byGuard, endJobRules, onShift, shiftMessages } from './shifts.rules';
import { workedShiftShape } from './shifts.shapes';

/**
 * The actions on a shift: arrive -> start -> break, end the break, … -> end. Each may wait in the outbox, in sequence (order key: the
 * shift's id), and carries `at`. A repeated action replies like the first one, even with another key. 404: not a shift of the guard, or they
 * have lost it. 409: not possible in this state; the message names the remedy. An arrival or a start from before the loss is kept instead, and
 * the message states this.
 */
const reasons = array(object({ id: string().required(), name: string().required() })).required();
/** `isServerTime`: the phone's instant was not plausible, so `at` is the time of the server. */
const done = { at: instant().required(), isServerTime: boolean().required() };

export const breakReasons = endpoint({
  id: 'shifts.break-reasons',
  method: 'GET',
  path: '/break-reason/guard/list',
  auth: 'bearer',
  keptOnDevice: true,
  input: nothing(),
  output: reasons,
});

export const endJobReasons = endpoint({
  id: 'shifts.end-job-reasons',
  method: 'GET',
  path: '/end-job-reason/guard/list',
  auth: 'bearer',
  keptOnDevice: true,
  input: nothing(),
  output: reasons,
});

/** Possible from two hours before the shift until its end. A position far away or a missing one is stated in the reply, never refused. */
export const arrive = endpoint({
  id: 'shifts.arrive',
  method: 'POST',
  path: '/arrive',
  auth: 'approved',
  input: object({ ...onShift, ...position, ...actAt }),
  output: object({
    ...done,
    /** Metres from the site; null without a position. */
    distance: number().nullable().defined(),
    isFar: boolean().required(),
  }),
  ok: shiftMessages.arrived,
});

/** Possible from half an hour before the shift until its end. If no arrival was recorded, the start also records one at this position. */
export const startJob = endpoint({
  id: 'shifts.start',
  method: 'POST',
  path: '/start-job',
  auth: 'approved',
  input: object({ ...onShift, ...position, ...actAt }),
  output: object(done),
  ok: shiftMessages.started,
});

/** Begins a break while the shift runs; only one at a time. Clients ignore the reply (API-JOB-25) and read the shift again. */
export const takeBreak = endpoint({
  id: 'shifts.take-break',
  method: 'POST',
  path: '/take-break',
  auth: 'approved',
  input: breakRules.shape({ ...byGuard, ...actAt }),
  output: anything(),
  silent: {
    otherwise: shiftMessages.notSaved,
    reasons: { 403: shiftMessages.breakNotYours, 404: shiftMessages.breakNotSaved, 409: shiftMessages.breakNotNow },
  }, // ONJOB-16
  ok: shiftMessages.breakStarted,
});

/** Ends the current break. Without a current one it replies like the last time. 409: the shift had no break. */
export const endBreak = endpoint({
  id: 'shifts.end-break',
  method: 'POST',
  path: '/end-break',
  auth: 'bearer',
  input: object({ ...onShift, ...actAt }),
  output: object(done),
  ok: shiftMessages.breakEnded,
});

/** Ends the shift in one transaction: also ends a current break, stores the rating of the client, and credits the earning once. */
export const endJob = endpoint({
  id: 'shifts.end',
  method: 'POST',
  path: '/end-job',
  auth: 'bearer',
  input: endJobRules.shape({ ...byGuard, ...actAt }),
  output: object({
    ...done,
    /** The credited amount in dollars. */
    earning: decimal().required(),
    paidHours: decimal().required(),
    endedBreak: boolean().required(),
  }),
  ok: shiftMessages.ended,
});

/**
 * The shift for /onJob: the requested one, or the shift in progress, or else the next one (null: none). `lastEnded` is the shift that the
 * guard ended last, within a day, for a link to its record.
 */
export const currentShift = endpoint({
  id: 'shifts.current',
  method: 'GET',
  path: '/shift/current',
  auth: 'bearer',
  keptOnDevice: true,
  input: object({ shiftId: optionalText() }),
  output: object({
    now: instant().required(),
    shift: workedShiftShape.nullable().defined(),
    lastEnded: object({ shiftId: string().required(), jobTitle: string().required(), at: instant().required() }).nullable().defined(),
  }),
});

/** The record of one of the guard's own shifts, at any time. `shifts.record.ts` prints and exports it. */
export const shiftRecord = endpoint({
  id: 'shifts.record',
  method: 'GET',
  path: '/shift/record/:shiftId',
  auth: 'bearer',
  input: object({ shiftId: id().required() }),
  output: workedShiftShape,
});
