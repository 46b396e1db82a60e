import type { Session } from '@portal/mf-kit/portal';
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import { useSyncExternalStore } from 'react';
import type { PageLocation } from '../navigation/pageLocation';
import type { NoticesContext } from '../notices/NoticesRegion';
import type { PersistentNoticeStore } from '../notices/persistentNotices';
import type { OutboxView } from '../outbox/outboxTypes';
import type { Signal } from '../platform/signal';
import type { BadgeCounts } from '../realtime/badgeCounts';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { Confirmation } from '../session/confirmation';
import { type MenuEntry, menuOf } from './menu';
import type { ThemeControl } from './theme';

/** The objects that the chrome's regions share; each region is a separate React root. */
export interface ChromeContext extends NoticesContext {
  portal: Omit<PagePortal, 'writeAs'>;
  registry: ModuleRegistry;
  pageLocation: Signal<PageLocation>;
  theme: ThemeControl;
  outbox: OutboxView;
  confirmation: Pick<Confirmation, 'asked'>;
  /** The number of waiting items of each domain. */
  counts: Signal<BadgeCounts>;
  persistentNotices: Pick<PersistentNoticeStore, 'shown' | 'dismiss'>;
  isMenuOpen: Signal<boolean>;
  /** The guard points at a link: the page fetches its screen. */
  onLinkHint: (href: string) => void;
}

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
