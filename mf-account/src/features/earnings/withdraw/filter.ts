import { existingDay } from '@portal/contracts/_kernel/shapes';
import { earningFilters } from '@portal/contracts/earnings/earnings.endpoints';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { earningsMessages } from '@portal/contracts/earnings/earnings.rules';
import type { EarningFilter } from '../earnings.queries';

export interface Days {
  from: string;
  to: string;
}

/** The valid days of the address or the fields, and an error for each invalid one. */
export function readDays({ from, to }: Days): { asked: Pick<EarningFilter, 'from' | 'to'>; errors: Partial<Days> } {
  const isInvalid = (day: string) => day !== '' && !existingDay(day);
  const isTurned = !isInvalid(from) && !isInvalid(to) && to !== '' && to < from;
  return {
    asked: { from: isInvalid(from) || from === '' ? undefined : from, to: isInvalid(to) || to === '' || isTurned ? undefined : to },
    errors: {
      ...(isInvalid(from) && { from: earningsMessages.noSuchDay }),
      ...((isInvalid(to) && { to: earningsMessages.noSuchDay }) || (isTurned && { to: earningsMessages.order })),
    },
  };
}

/** The kind in the address; All for anything else. */
export const kindInUrl = (params: URLSearchParams): (typeof earningFilters)[number] =>
  earningFilters.find(({ type }) => type === params.get('type')) ?? earningFilters[0];

export const daysInUrl = (params: URLSearchParams): Days => ({ from: params.get('from') ?? '', to: params.get('to') ?? '' });

/**
 * The address of the earnings with changed parameters. Filters of other tabs stay, so that they still apply when the guard returns to them.
 * The page is dropped, because it belongs to the previous list.
 */
export function urlWith(params: URLSearchParams, changes: Record<string, string | number | undefined>): string {
  const { page: _, ...otherParams } = Object.fromEntries(params);
  return earningsPaths.withdraw({ ...otherParams, ...changes });
}
