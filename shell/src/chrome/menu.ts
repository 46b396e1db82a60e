import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import type { NavEntry, Registry } from '@portal/mf-kit/module';
import type { Session } from '@portal/mf-kit/portal';
import { matchPattern } from '@portal/mf-kit/routePatterns';
import { decideAccess } from '../navigation/accessCheck';
import { routesOf } from '../navigation/routeTable';

export interface MenuEntry extends NavEntry {
  /** `to` with the guard's id. */
  href: string;
}

/**
 * The entries of one menu that this session may open and that are for its onboarding step. An entry stays while its module is down: the
 * error card behind it has Retry.
 */
export function menuOf(registry: Registry, slot: NavEntry['slot'], session: Session | null): MenuEntry[] {
  return routesOf(registry)
    .flatMap(({ pattern, route }) => (route.nav ?? []).map((entry) => ({ pattern, route, entry })))
    .filter(({ entry }) => entry.slot === slot)
    .map(({ entry, ...owned }) => ({
      ...owned,
      entry: { ...entry, href: entry.to.replace(':guardId', encodeURIComponent(session?.guardId ?? '')) },
    }))
    .filter(({ pattern, route, entry: { href, shownAt } }) => {
      const { pathname, searchParams } = new URL(href, window.location.origin);
      const isForStep = !shownAt || (session && shownAt.includes(nextStep(session.guard).step));
      return isForStep && decideAccess({ params: matchPattern(pattern, pathname) ?? {}, route }, searchParams, session).kind === 'open';
    })
    .map(({ entry }) => entry)
    .sort((a, b) => a.order - b.order);
}
