import type { Session } from '@portal/mf-kit/portal';
import { useSyncExternalStore } from 'react';
import { useSignal } from '../boot/signal';
import type { ChromeParts, Place } from './context';
import { type MenuEntry, menuOf } from './menu';

export function usePlace({ place }: ChromeParts): Place {
  return useSignal(place);
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
