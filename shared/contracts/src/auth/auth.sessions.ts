import { array, boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const sessionsMessages = {
  ended: 'That device is signed out.',
  othersEnded: 'Every other device is signed out.',
  unknown: 'This device is no longer signed in.',
  unknownDevice: 'Unknown device',
  notLoaded: 'Your devices could not be loaded',
} as const;

/** An open session of a guard. */
export const sessionShape = object({
  id: id().required(),
  /** "Chrome on Android", from the User-Agent header. Null if the header is missing or no request has come yet. */
  device: string().nullable().defined(),
  /** The network of the last request, without the machine: `203.0.113.x`. */
  network: string().nullable().defined(),
  /** Whether the last request came from the network of this call. */
  isSameNetwork: boolean().required(),
  signedInAt: instant().required(),
  /** Rounded to the minute. */
  lastSeenAt: instant().required(),
  isThis: boolean().required(),
});
export type DeviceSession = InferType<typeof sessionShape>;

/** The guard's open sessions: this one first, then by last use. */
export const listSessions = endpoint({
  id: 'auth.sessions',
  method: 'GET',
  path: '/guard/auth/sessions',
  auth: 'bearer',
  input: nothing(),
  output: array(sessionShape).required(),
});

/** Ends a session and closes its open pages. 404: not a session of this guard. Replies with success if it has already ended. */
export const endSession = endpoint({
  id: 'auth.end-session',
  method: 'DELETE',
  path: '/guard/auth/sessions/:sessionId',
  auth: 'bearer',
  confirmed: true,
  input: object({ sessionId: id().required() }),
  output: anything(),
  ok: sessionsMessages.ended,
});

/** Ends every session of the guard except this one. */
export const endOtherSessions = endpoint({
  id: 'auth.end-other-sessions',
  method: 'POST',
  path: '/guard/auth/sessions/end-others',
  auth: 'bearer',
  confirmed: true,
  input: nothing(),
  output: object({ ended: number().required() }),
  ok: sessionsMessages.othersEnded,
});
