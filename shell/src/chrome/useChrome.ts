import type { Session } from '@portal/mf-kit/portal';
import { useSyncExternalStore } from 'react';
import type { ChromeParts, Place } from './context';
import { type MenuEntry, menuOf } from './menu';

/** What a part of the chrome says of the place: it renders again when that is another, not at each move. */
export function usePlace<T extends string | boolean>({ place }: ChromeParts, of: (place: Place) => T): T {
  const now = () => of(place.get());
  return useSyncExternalStore(place.subscribe, now);
}

export function useGuard({ portal }: ChromeParts): Session | null {
  return useSyncExternalStore(portal.session.subscribe, portal.session.current);
}

/** The entries of one menu; new ones appear when a revision brings them. */
export function useMenu({ registry, portal }: ChromeParts, slot: MenuEntry['slot']): MenuEntry[] {
  const current = useSyncExternalStore(registry.onChange, registry.current);
  const session = useSyncExternalStore(portal.session.subscribe, portal.session.current);
  return menuOf(current, slot, session?.guardId ?? '');
}
