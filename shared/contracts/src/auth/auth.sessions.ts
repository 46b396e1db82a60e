import { array, boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, guardName, id, instant, nothing } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const sessionsMessages = {
  ended: 'That device is signed out.',
  othersEnded: 'Every other device is signed out.',
  unknown: 'This device is no longer signed in.',
  unknownDevice: 'Unknown device',
  notLoaded: 'Your devices could not be loaded',
} as const;

/** Where a guard is signed in. */
export const sessionShape = object({
  id: id().required(),
  /** "Chrome on Android", by what the browser says of itself; null when it says nothing, or was not asked yet. */
  device: string().nullable().defined(),
  /** The network that it was last seen in, without the machine: `203.0.113.x`. */
  network: string().nullable().defined(),
  /** It was last seen in the network that asks now. */
  isSameNetwork: boolean().required(),
  signedInAt: instant().required(),
  /** To the minute. */
  lastSeenAt: instant().required(),
  /** The one that asks. */
  isThis: boolean().required(),
});
export type DeviceSession = InferType<typeof sessionShape>;

/** The guard's own sessions that are open: this one first, then those that were seen last. */
export const listSessions = endpoint({
  id: 'auth.sessions',
  method: 'GET',
  path: '/guard/auth/sessions',
  auth: 'bearer',
  input: nothing(),
  output: array(sessionShape).required(),
});

/** Signs one device out, and its open pages with it. 404 what is no session of this guard. One that ended already stays ended. */
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

/** Signs out every device but the one that asks. */
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

/**
 * Staff sign a guard out everywhere, as when a phone was stolen or somebody else is in the account: every session, its open pages, and the
 * browser that is in the middle of the registration. The password stays: who may know it is sent to "Forgot password".
 */
export const endEverySession = endpoint({
  id: 'auth.end-every-session',
  method: 'POST',
  path: '/guards/end-sessions',
  auth: 'staff',
  roles: ['support', 'ops'],
  input: object({ guard: guardName() }),
  output: object({ id: id().required(), ended: number().required() }),
  ok: 'The guard is signed out everywhere.',
});
