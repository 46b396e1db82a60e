import { backoffMs } from '@portal/api-client/backoff';

/** From the intention to the card in ten seconds, with a second for asking whose fault it is: the share of the active version ... */
const ACTIVE_MS = 5000;
/** ... or all of it, when nothing could stand in ... */
const ALONE_MS = 8000;
/** ... and the rest for the last good one. */
const LAST_GOOD_MS = 2500;
export const UNMOUNT_MS = 500;
/** A load that is left after this time is taken as hung: coming back asks anew. */
export const STALE_LOAD_MS = 3000;

/** How long the version at this place of so many may take to stand. `patience`: the page's own share of what the active one gets. */
export const attemptBudgetMs = (place: number, count: number, budgetFactor = 1): number =>
  place > 0 ? LAST_GOOD_MS : budgetFactor * (count === 1 ? ALONE_MS : ACTIVE_MS);

/** How long a page goes on with what runs before it tries once more to bring up what should. */
export const retryDelayMs = (tries: number): number => backoffMs(tries, 30_000, 600_000);
