import type { Query } from './useQuery';
import { useClockReading } from './useServerNow';

export const isSettled = ({ hasData, error }: Pick<Query<unknown>, 'hasData' | 'error'>): boolean => hasData || error !== null;

/**
 * Returns `query`, as loading until the `others` have settled too, because their parts above it would move it under a finger. All requests
 * run in parallel.
 */
export function waitForQueries<Out>(query: Query<Out>, ...others: readonly Pick<Query<unknown>, 'hasData' | 'error'>[]): Query<Out> {
  if (others.every(isSettled)) return query;
  return { ...query, error: null, isRefreshing: false, hasData: false, data: query.data as never };
}

/**
 * The server's clock as a query for `waitForQueries`. The height of some parts depends on the time, for example a countdown: they are shown
 * once the time is known, so that nothing below them moves. It is known after 4 s at the latest, also without a connection.
 *
 * @example waitForQueries(useCurrentShift(), useClockQuery())
 */
export const useClockQuery = (): Pick<Query<unknown>, 'hasData' | 'error'> => ({ hasData: useClockReading() > 0, error: null });
