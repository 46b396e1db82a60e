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
  input: nothing(),
  output: array(waitingShape.required()).required(),
});
