import { type VerifiedAccess, withAccessRecheck } from '../src/platform/identity/recheck-access';
import { openSession as open } from '../src/platform/identity/sessions';

/** Runs `act` for a guard without checking a credential. */
export async function runAsGuard<T extends NonNullable<unknown>>(guardId: string, act: (way: VerifiedAccess) => Promise<T>): Promise<T> {
  const done = await withAccessRecheck(guardId, async () => true, act);
  if (done === null) throw new Error('Nobody was let in');
  return done;
}

/** A new session of a guard, confirmed as after a log-in. @returns its token. */
export const openSession = (guardId: string, deviceToken?: string): Promise<string> =>
  runAsGuard(guardId, (way) => open(way, { deviceToken, isConfirmed: true }));
