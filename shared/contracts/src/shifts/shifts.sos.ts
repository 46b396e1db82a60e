import { boolean, object } from 'yup';
import { BASE, endpoint } from '../_kernel/endpoint';
import { position } from '../_kernel/position';
import { id } from '../_kernel/shapes';
import { sosCallId } from '../_kernel/sosNotice';
import { actAt, onShift, shiftMessages } from './shifts.rules';
import { sosShape } from './shifts.shapes';

/**
 * Switches the guard's SOS on a shift on (`active`) or off, without an alert or a toast. While an SOS is on and not acknowledged, a
 * repeated call replies with the same SOS and adds a missing position. After the acknowledgement, a call creates a new SOS and ends the
 * previous one. Switching off without an SOS replies with the last one, or null. Never refused because of the shift's state or the age: a
 * delayed SOS is stored with both times, and staff see the delay. The portal itself asks the guard again before it sends an SOS older than
 * 15 minutes (`shiftLimits.sosValid` as `validUntil`).
 */
export const raiseSos = endpoint({
  id: sosCallId,
  method: 'POST',
  path: '/sos',
  auth: 'bearer',
  hasNoWriteLimit: true,
  input: object({ ...onShift, ...position, active: boolean().required(), ...actAt }),
  output: sosShape.nullable().defined(),
  ok: shiftMessages.sosSent,
});

export const sosState = endpoint({
  id: 'shifts.sos-state',
  method: 'GET',
  path: '/sos/:sosId',
  auth: 'bearer',
  input: object({ sosId: id().required() }),
  output: sosShape,
});

/**
 * The page on which a dispatcher acknowledges an SOS, linked in their message. It is HTML for browsers without JavaScript, so it is not an
 * endpoint. GET displays it and POST acknowledges.
 */
export const sosPagePath = `${BASE}/sos/links/:token`;
export const sosPage = (token: string): string => sosPagePath.replace(':token', token);
