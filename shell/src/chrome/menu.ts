import type { NavEntry, Registry } from '@portal/mf-kit/module';

export interface MenuEntry extends NavEntry {
  /** `to` with the guard's own id in it. */
  href: string;
}

/** The entries of a menu, as the active modules declare them. A module that is down keeps its entry: the card behind it offers a retry. */
export function menuOf(registry: Registry, moduleHost: NavEntry['slot'], guardId: string): MenuEntry[] {
  return Object.values(registry.modules)
    .flatMap(({ routes }) => Object.values(routes).flatMap(({ nav = [] }) => nav))
    .filter((entry) => entry.slot === moduleHost)
    .sort((a, b) => a.order - b.order)
    .map((entry) => ({ ...entry, href: entry.to.replace(':guardId', encodeURIComponent(guardId)) }));
}
