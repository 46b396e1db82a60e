import { existingDay } from '@portal/contracts/_kernel/shapes';
import { earningFilters } from '@portal/contracts/earnings/earnings.endpoints';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { earningsMessages } from '@portal/contracts/earnings/earnings.rules';
import type { EarningFilter } from '../earnings.queries';

export interface Days {
  from: string;
  to: string;
}

/** The days as the address or the fields name them, and why one of them cannot be asked for. */
export function readDays({ from, to }: Days): { asked: Pick<EarningFilter, 'from' | 'to'>; errors: Partial<Days> } {
  const wrong = (day: string) => day !== '' && !existingDay(day);
  const isTurned = !wrong(from) && !wrong(to) && to !== '' && to < from;
  return {
    asked: { from: wrong(from) || from === '' ? undefined : from, to: wrong(to) || to === '' || isTurned ? undefined : to },
    errors: {
      ...(wrong(from) && { from: earningsMessages.noSuchDay }),
      ...((wrong(to) && { to: earningsMessages.noSuchDay }) || (isTurned && { to: earningsMessages.order })),
    },
  };
}

/** The choice of kinds that the address names; All for anything else. */
export const kindInUrl = (params: URLSearchParams): (typeof earningFilters)[number] =>
  earningFilters.find(({ type }) => type === params.get('type')) ?? earningFilters[0];

export const daysInUrl = (params: URLSearchParams): Days => ({ from: params.get('from') ?? '', to: params.get('to') ?? '' });

/**
 * The address of the earnings with something else asked for: what the other tabs were asked for stays, so that it is still there when
 * the guard comes back to them. The page belongs to the list before.
 */
export function addressWith(params: URLSearchParams, changes: Record<string, string | number | undefined>): string {
  const { page: _, ...kept } = Object.fromEntries(params);
  return earningsPaths.withdraw({ ...kept, ...changes });
}
