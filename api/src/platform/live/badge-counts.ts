import type { BadgeCount } from '@portal/contracts/_kernel/event';
import { currentServices } from '../context';

/** Badge counts of a guard, of all domains with a badge or of one. A domain calls `sendBadgeCount` when its count changes. */
export function badgeCounts(guardId: string, only?: string): Promise<BadgeCount[]> {
  const chosen = Object.entries(currentServices().hooks.badgeCounts).filter(([domain]) => only === undefined || domain === only);
  return Promise.all(chosen.map(async ([domain, counter]) => ({ domain, count: await counter(guardId) })));
}
