import type { Output } from '@portal/contracts/_kernel/endpoint';
import { type endOtherSessions as endingOthers, type listSessions, sessionsMessages } from '@portal/contracts/auth/auth.sessions';
import type { endEverySession as endingEvery } from '@portal/contracts/auth/auth.staff';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { networkPrefix, type RequestOrigin } from '../../platform/identity/device-name';
import {
  activeSessions,
  endOtherSessions,
  endSession,
  isSessionOf,
  revokeAllAccess,
  type SignedIn,
  sessionIdOf,
  setDeviceToken,
} from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { guardNamed } from '../guards/guards.service';

/** The sessions of the guard, the calling one first. */
export async function list(me: SignedIn, { address }: Pick<RequestOrigin, 'address'>): Promise<Output<typeof listSessions>> {
  const here = networkPrefix(address);
  return (await activeSessions(me.id))
    .map((session) => ({ ...session, isThis: session.id === me.sessionId, isSameNetwork: here !== null && session.network === here }))
    .sort((one, other) => Number(other.isThis) - Number(one.isThis));
}

/** Sets the push token of the calling session. */
export const nameDevice = (me: SignedIn, deviceToken: string): Promise<null> =>
  transaction(async () => {
    await lock({ guard: me.id });
    await setDeviceToken(me.sessionId, deviceToken);
    return null;
  });

/** Ends the calling session, and the session of the refresh token if it is another one of the guard's. */
export const logOut = (me: SignedIn, refreshToken: string | null | undefined): Promise<null> =>
  transaction(async () => {
    await lock({ guard: me.id });
    const named = await sessionIdOf(me.id, refreshToken ?? '');
    await endSession(me.sessionId);
    if (named !== null && named !== me.sessionId) await endSession(named);
    return null;
  });

/** Ends one of the guard's own sessions. Another guard's session gets the reply for an unknown one. */
export const end = (me: SignedIn, sessionId: string): Promise<null> =>
  transaction(async () => {
    await lock({ guard: me.id });
    if (!(await isSessionOf(me.id, sessionId))) fail(404, sessionsMessages.unknown);
    await endSession(sessionId);
    notifyChanged(me.id, 'auth');
    return null;
  });

/** Ends every session of the guard except the calling one. */
export const endOthers = (me: SignedIn): Promise<Output<typeof endingOthers>> =>
  transaction(async () => {
    await lock({ guard: me.id });
    const ended = await endOtherSessions(me.id, me.sessionId);
    notifyChanged(me.id, 'auth');
    return { ended };
  });

/** Staff end every session of a guard, and all other access to the account without its password. */
export async function endEvery(name: string): Promise<Output<typeof endingEvery>> {
  const { id } = await guardNamed(name);
  return transaction(async () => {
    await lock({ guard: id });
    return { id, ended: await revokeAllAccess(id) };
  });
}
