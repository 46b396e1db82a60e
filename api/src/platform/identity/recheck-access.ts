import { transaction } from '../database/db';
import { lock } from '../database/locks';

declare const looked: unique symbol;

/**
 * Says that a guard is held, and that what let the caller in was looked at since. Whatever opens the account afterwards (a session, a
 * password, a provider's identity, a contact, the calendar's address) is stored with one. Only `withAccessRecheck` makes it.
 */
export interface VerifiedAccess {
  readonly guardId: string;
  readonly [looked]: true;
}

/**
 * Stores what opens an account, in one transaction with a second look at what let the caller in: between the first one and this, while a
 * password was compared or a call waited for its turn, somebody may have ended every way in. Null when it counts no more: then nothing
 * was done.
 * @param isStillSo the second look, made with the guard held.
 */
export const withAccessRecheck = <T extends NonNullable<unknown>>(
  guardId: string,
  isStillSo: () => Promise<boolean>,
  act: (way: VerifiedAccess) => Promise<T>,
): Promise<T | null> =>
  transaction(async () => {
    await lock({ guard: guardId });
    return (await isStillSo()) ? act({ guardId } as VerifiedAccess) : null;
  });
