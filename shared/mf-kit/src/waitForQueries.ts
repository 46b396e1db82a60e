import type { Query } from './useQuery';

export const isSettled = ({ hasData, error }: Pick<Query<unknown>, 'hasData' | 'error'>): boolean => hasData || error !== null;

/**
 * Returns `query`, as loading until the `others` have settled too, because their parts above it would move it under a finger. All requests
 * run in parallel.
 */
export function waitForQueries<Out>(query: Query<Out>, ...others: readonly Pick<Query<unknown>, 'hasData' | 'error'>[]): Query<Out> {
  if (others.every(isSettled)) return query;
  return { ...query, error: null, isRefreshing: false, hasData: false, data: query.data as never };
}
