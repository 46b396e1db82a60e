import { array, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { decimal, guardName, id, instant, nothing } from '../_kernel/shapes';
import { assignmentStates } from '../_kernel/shift';
import { string } from '../_kernel/text';
import { sosShape } from './shifts.shapes';

/**
 * Dispatch confirms an earlier start, so that pay begins at `from` or at the actual start, whichever is later. Default: half an hour before
 * the shift, which is also the earliest value. 400: outside of that. 404: not the guard's shift. 409: over or on leave.
 */
export const confirmEarlyStart = endpoint({
  id: 'shifts.confirm-early-start',
  method: 'POST',
  path: '/shifts/confirm-early-start',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'confirm-early-start',
    arguments: ['guard', 'shiftId', 'paidFrom'],
    summary: 'confirms an early start: pay begins at paidFrom, at most half an hour before the shift; without it at the actual start',
  },
  input: object({ guard: guardName(), shiftId: id().required(), paidFrom: instant() }),
  output: object({ shiftId: string().required(), paidFrom: instant().required() }),
});

/** Closes a shift that its guard did not end: it ends (default: scheduled end) and is paid, or is missed if it was not started. */
export const closeShift = endpoint({
  id: 'shifts.close',
  method: 'POST',
  path: '/shifts/close',
  auth: 'staff',
  roles: ['dispatcher'],
  command: {
    name: 'close-shift',
    arguments: ['guard', 'shiftId', 'endedAt'],
    summary: 'ends and pays a shift that its guard left running, or marks it as missed',
  },
  input: object({ guard: guardName(), shiftId: id().required(), endedAt: instant() }),
  output: object({
    shiftId: string().required(),
    state: string()
      .oneOf([...assignmentStates])
      .required(),
    earning: decimal().required(),
  }),
});

/** Shifts that still run two hours after their end, and ended shifts without a start; oldest first, at most 200. */
export const overdueShifts = endpoint({
  id: 'shifts.overdue',
  method: 'GET',
  path: '/shifts/overdue',
  auth: 'staff',
  roles: ['dispatcher'],
  command: { name: 'overdue-shifts', summary: 'lists shifts that were not started or not ended, two hours after their scheduled end' },
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

/** Informs the guard that the team has received the SOS; open pages update. A repeated call replies like the first one. */
export const acknowledgeSos = endpoint({
  id: 'shifts.sos-acknowledge',
  method: 'POST',
  path: '/sos/acknowledge',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'ack-sos', arguments: ['sosId'], summary: 'acknowledges an SOS, and shows that to its guard' },
  input: object({ sosId: id().required() }),
  output: sosShape,
});

const waitingShape = sosShape.shape({
  guard: string().required(),
  mobile: string().required(),
  jobTitle: string().required(),
  locationName: string().required(),
});

/** Every SOS that is on or not acknowledged, newest first, at most 200. */
export const openSos = endpoint({
  id: 'shifts.sos-open',
  method: 'GET',
  path: '/sos',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: { name: 'list-sos', summary: 'lists every SOS that is active or not acknowledged' },
  input: nothing(),
  output: array(waitingShape.required()).required(),
});
