import { array, boolean, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { position } from '../_kernel/position';
import { anything, decimal, guardName, id, instant, nothing, optionalText } from '../_kernel/shapes';
import { assignmentStates } from '../_kernel/shift';
import { string } from '../_kernel/text';
import { actAt, breakRules, byGuard, endJobRules, onShift, shiftMessages } from './shifts.rules';
import { workedShiftShape } from './shifts.shapes';

/**
 * The acts on a shift: arrive -> start -> break, end the break, … -> end. Each may wait in the outbox, in order (order key:
 * the shift's id), and carries `at`. An act that is done already replies as the first time, with another key too.
 * 404: no such shift of the guard. 409: not in this state, with words that say what to do.
 */
const reasons = array(object({ id: string().required(), name: string().required() })).required();
/** `isServerTime`: the phone's instant could not be believed, `at` is the server's. */
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

/** From two hours before the shift until its end. Far away is told in the reply, never refused; so is a missing position. */
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

/** From half an hour before the shift until its end. A guard who did not say that they arrived has arrived with it, at this place. */
export const startJob = endpoint({
  id: 'shifts.start',
  method: 'POST',
  path: '/start-job',
  auth: 'approved',
  input: object({ ...onShift, ...position, ...actAt }),
  output: object(done),
  ok: shiftMessages.started,
});

/** One break at a time, while the shift runs. The reply is not read (API-JOB-25): read the shift again. */
export const takeBreak = endpoint({
  id: 'shifts.take-break',
  method: 'POST',
  path: '/take-break',
  auth: 'approved',
  input: breakRules.shape({ ...byGuard, ...actAt }),
  output: anything(),
  silent: {
    otherwise: shiftMessages.notSaved,
    reasons: { 403: shiftMessages.breakNotYours, 404: shiftMessages.breakNotYours, 409: shiftMessages.breakNotNow },
  }, // ONJOB-16
  ok: shiftMessages.breakStarted,
});

/** Ends the running break; without one it replies as the time before. 409 when there never was one. */
export const endBreak = endpoint({
  id: 'shifts.end-break',
  method: 'POST',
  path: '/end-break',
  auth: 'bearer',
  input: object({ ...onShift, ...actAt }),
  output: object(done),
  ok: shiftMessages.breakEnded,
});

/** Ends the shift in one transaction: a running break ends with it, the client's stars are kept, the earning is credited once. */
export const endJob = endpoint({
  id: 'shifts.end',
  method: 'POST',
  path: '/end-job',
  auth: 'bearer',
  input: endJobRules.shape({ ...byGuard, ...actAt }),
  output: object({
    ...done,
    /** Dollars that were credited. */
    earning: decimal().required(),
    paidHours: decimal().required(),
    /** A break ran and was ended with the shift. */
    endedBreak: boolean().required(),
  }),
  ok: shiftMessages.ended,
});

/**
 * The shift that /onJob shows: the one that is worked, else the next to come (null: none), or the one that is asked for by
 * its id. `lastEnded` is what the guard ended last, within a day: its record is a link away.
 */
export const currentShift = endpoint({
  id: 'shifts.current',
  method: 'GET',
  path: '/shift/current',
  auth: 'bearer',
  keptOnDevice: true,
  input: object({ shiftId: optionalText() }),
  output: object({
    /** The server's time. */
    now: instant().required(),
    shift: workedShiftShape.nullable().defined(),
    lastEnded: object({ shiftId: string().required(), jobTitle: string().required(), at: instant().required() }).nullable().defined(),
  }),
});

/** The record of one of the guard's own shifts, at any time. Printed and exported from these data (`shifts.record.ts`). */
export const shiftRecord = endpoint({
  id: 'shifts.record',
  method: 'GET',
  path: '/shift/record/:shiftId',
  auth: 'bearer',
  input: object({ shiftId: id().required() }),
  output: workedShiftShape,
});

/**
 * Dispatch confirms an earlier start: pay begins at the later of this and the real start, instead of at the scheduled start. Left
 * out: half an hour before the shift, the earliest start. 400 outside of that, 404 not the guard's, 409 over or on leave.
 */
export const confirmEarlyStart = endpoint({
  id: 'shifts.confirm-early-start',
  method: 'POST',
  path: '/shifts/confirm-early-start',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ guard: guardName(), shiftId: id().required(), paidFrom: instant() }),
  output: object({ shiftId: string().required(), paidFrom: instant().required() }),
});

/** Closes a shift that its guard did not end: a running one ends (by itself at its scheduled end) and is paid, one that nobody started is missed. */
export const closeShift = endpoint({
  id: 'shifts.close',
  method: 'POST',
  path: '/shifts/close',
  auth: 'staff',
  roles: ['dispatcher'],
  input: object({ guard: guardName(), shiftId: id().required(), endedAt: instant() }),
  output: object({
    shiftId: string().required(),
    state: string()
      .oneOf([...assignmentStates])
      .required(),
    earning: decimal().required(),
  }),
});

/** Shifts still running two hours after their end, and those over that nobody started; the oldest first, at most 200. */
export const overdueShifts = endpoint({
  id: 'shifts.overdue',
  method: 'GET',
  path: '/shifts/overdue',
  auth: 'staff',
  roles: ['dispatcher'],
  input: nothing(),
  output: array(
    object({
      shiftId: string().required(),
      guard: string().required(),
      jobTitle: string().required(),
      state: string().required(),
      endTime: instant().required(),
    }),
  ).required(),
});
