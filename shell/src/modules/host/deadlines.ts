import { backoffMs } from '@portal/api-client/backoff';
import { ACTIVE_MS, ALONE_MS, LAST_GOOD_MS, LONGEST_RETRY_MS, RETRY_MS } from '@portal/mf-kit/deadlines';

/** A version that shows the suspect's route for this time proves that the suspect is at fault. */
export const PROOF_MS = 3000;
/** A replacing screen has read its data after this time. */
export const RESTORE_MS = 10_000;
/** A replacement waits this long for the code that restores focus and scroll. */
export const RESTORE_CODE_MS = 1000;

/** The budget in milliseconds of the version at this place of `count`. `patience`: factor for the active version. */
export const attemptBudgetMs = (place: number, count: number, patience = 1): number =>
  place > 0 ? LAST_GOOD_MS : patience * (count === 1 ? ALONE_MS : ACTIVE_MS);

/** The pause in milliseconds before a slow replacement is tried again. */
export const retryDelayMs = (tries: number): number => backoffMs(tries, RETRY_MS, LONGEST_RETRY_MS);
