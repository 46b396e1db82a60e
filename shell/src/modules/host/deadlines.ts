import { backoffMs } from '@portal/api-client/backoff';
import { ACTIVE_MS, ALONE_MS, LAST_GOOD_MS, LONGEST_RETRY_MS, RETRY_MS } from '@portal/mf-kit/deadlines';

/** How long the version at this place of so many may take to stand. `patience`: the page's own share of what the active one gets. */
export const attemptBudgetMs = (place: number, count: number, budgetFactor = 1): number =>
  place > 0 ? LAST_GOOD_MS : budgetFactor * (count === 1 ? ALONE_MS : ACTIVE_MS);

/** How long a page goes on with what runs before it tries once more to bring up what should. */
export const retryDelayMs = (tries: number): number => backoffMs(tries, RETRY_MS, LONGEST_RETRY_MS);
