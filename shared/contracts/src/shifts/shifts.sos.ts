import { array, boolean, object } from 'yup';
import { BASE, endpoint } from '../_kernel/endpoint';
import { position } from '../_kernel/position';
import { id, nothing } from '../_kernel/shapes';
import { sosCall } from '../_kernel/sosNotice';
import { string } from '../_kernel/text';
import { actAt, onShift, shiftMessages } from './shifts.rules';
import { sosShape } from './shifts.shapes';

/**
 * Turns the guard's SOS on a shift on (`active`) or off. Silent: no alert, no toast. One at a time: while it is on and not
 * acknowledged, a repeat replies the same SOS and adds a position that it lacked; after the acknowledgement it is a new SOS, and the one
 * before ends there. Off without one replies the last one, or null.
 * Never refused for the shift's state nor for its age: what arrives late stands with both times, and staff see how late. The
 * portal itself asks again before it sends one older than 15 minutes (`shiftLimits.sosValid` as `validUntil`).
 */
export const raiseSos = endpoint({
  id: sosCall,
  method: 'POST',
  path: '/sos',
  auth: 'bearer',
  hasNoWriteLimit: true,
  input: object({ ...onShift, ...position, active: boolean().required(), ...actAt }),
  output: sosShape.nullable().defined(),
  ok: shiftMessages.sosSent,
});

/** One SOS of the guard's own. */
export const sosState = endpoint({
  id: 'shifts.sos-state',
  method: 'GET',
  path: '/sos/:sosId',
  auth: 'bearer',
  input: object({ sosId: id().required() }),
  output: sosShape,
});

/**
 * The page by which a dispatcher acknowledges an SOS: the link in their message. It is HTML for browsers without JavaScript, so it is no
 * endpoint; GET shows it and POST acknowledges.
 */
export const sosPagePath = `${BASE}/sos/links/:token`;
export const sosPage = (token: string): string => sosPagePath.replace(':token', token);

/** Says to the guard that help knows; open pages change. A second time replies as the first. */
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

/** What waits for staff: every SOS that is on or not acknowledged, newest first, at most 200. */
export const openSos = endpoint({
  id: 'shifts.sos-open',
  method: 'GET',
  path: '/sos',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  input: nothing(),
  output: array(waitingShape.required()).required(),
});
