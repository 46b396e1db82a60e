import { transaction } from '../database/db';
import { lock } from '../database/locks';

declare const looked: unique symbol;

/**
 * Proof that the guard is locked and that the caller's credential was verified under the lock. Functions that store a credential (session,
 * password, provider identity, contact, calendar address) need one. Only `withAccessRecheck` creates it.
 */
export interface VerifiedAccess {
  readonly guardId: string;
  readonly [looked]: true;
}

/**
 * Stores a credential in one transaction with a recheck of the caller's access. All access may have been revoked since the first check, while a
 * password was compared or a call waited. Returns null if the access is no longer valid; then nothing was done.
 * @param isStillSo the recheck, run while the guard is locked.
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
