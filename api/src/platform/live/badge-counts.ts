import type { Counted } from '@portal/contracts/_kernel/event';

type Counter = (guardId: string) => Promise<number>;
const counters = new Map<string, Counter>();

/** Names what counts how much of a domain waits for a guard: the menu entry that names the domain shows it. Say `sendBadgeCount` when it changes. */
export function countBy(domain: string, counter: Counter): void {
  counters.set(domain, counter);
}

/** How much waits for a guard, of every domain that is counted, or of one. */
export function badgeCounts(guardId: string, only?: string): Promise<Counted[]> {
  const chosen = [...counters].filter(([domain]) => only === undefined || domain === only);
  return Promise.all(chosen.map(async ([domain, counter]) => ({ domain, count: await counter(guardId) })));
}
