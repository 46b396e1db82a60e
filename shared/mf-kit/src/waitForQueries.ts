import type { Query } from './useQuery';

/** Whether it is known: it was answered, or it failed. */
export const isSettled = ({ hasData, error }: Pick<Query<unknown>, 'hasData' | 'error'>): boolean => hasData || error !== null;

/**
 * A reading that is shown once the others are known as well, because they may stand above it: what came later would push it down from
 * under a finger. All are asked for at the same time.
 */
export function waitForQueries<Out>(query: Query<Out>, ...others: readonly Pick<Query<unknown>, 'hasData' | 'error'>[]): Query<Out> {
  if (others.every(isSettled)) return query;
  return { ...query, error: null, isRefreshing: false, hasData: false, data: query.data as never };
}
