import type { PagePortal } from '@portal/mf-kit/portalHandle';
import type { PageLocation } from '../navigation/pageLocation';
import type { NoticesContext } from '../notices/NoticesRegion';
import type { PersistentNoticeStore } from '../notices/persistentNotices';
import type { OutboxView } from '../outbox/outboxTypes';
import type { Signal } from '../platform/signal';
import type { Counts } from '../realtime/badgeCounts';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { Confirmation } from '../session/confirmation';
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
  counts: Signal<Counts>;
  standing: Pick<PersistentNoticeStore, 'shown' | 'dismiss'>;
  isMenuOpen: Signal<boolean>;
  /** The guard points at a link: the page fetches its screen. */
  onLinkHint: (href: string) => void;
}
