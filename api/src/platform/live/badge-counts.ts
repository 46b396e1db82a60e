import type { Counted } from '@portal/contracts/_kernel/event';

type Counter = (guardId: string) => Promise<number>;
const counters = new Map<string, Counter>();

/** Registers the badge count of a domain, shown at its menu entry. Call `sendBadgeCount` when the count changes. */
export function countBy(domain: string, counter: Counter): void {
  counters.set(domain, counter);
}

/** Badge counts of a guard, of all registered domains or of one. */
export function badgeCounts(guardId: string, only?: string): Promise<Counted[]> {
  const chosen = [...counters].filter(([domain]) => only === undefined || domain === only);
  return Promise.all(chosen.map(async ([domain, counter]) => ({ domain, count: await counter(guardId) })));
}
