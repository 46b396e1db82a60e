import type { Session } from '@portal/mf-kit/portal';
import { useSyncExternalStore } from 'react';
import type { PageLocation } from '../navigation/pageLocation';
import type { ChromeContext } from './chromeContext';
import { type MenuEntry, menuOf } from './menu';

/** Renders again only when the selected value of the location changes. */
export function usePageLocation<T extends string | boolean>({ pageLocation }: ChromeContext, of: (pageLocation: PageLocation) => T): T {
  const now = () => of(pageLocation.get());
  return useSyncExternalStore(pageLocation.subscribe, now);
}

export function useChromeSession({ portal }: ChromeContext): Session | null {
  return useSyncExternalStore(portal.session.subscribe, portal.session.current);
}

export function useMenu({ registry, portal }: ChromeContext, slot: MenuEntry['slot']): MenuEntry[] {
  const current = useSyncExternalStore(registry.onChange, registry.current);
  const session = useSyncExternalStore(portal.session.subscribe, portal.session.current);
  return menuOf(current, slot, session);
}
