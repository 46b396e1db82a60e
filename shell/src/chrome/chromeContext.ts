import type { Chrome } from '@portal/mf-kit/module';
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import type { PendingNavigation } from '../navigation/offlineNavigation';
import type { Notices } from '../notices/notices';
import type { PersistentNoticeStore } from '../notices/persistentNotices';
import type { OutboxView } from '../outbox/outboxTypes';
import type { Signal } from '../platform/signal';
import type { Counts } from '../realtime/badgeCounts';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { Confirmation } from '../session/confirmation';
import type { ThemeControl } from './theme';

/** Where the guard is, for the chrome around it. */
export interface PageLocation {
  chrome: Chrome;
  /** Who owns the path. */
  module: string | null;
  pathname: string;
  hash: string;
}

/** What the chrome's regions share; each is a React root of its own. */
export interface ChromeContext {
  portal: Omit<PagePortal, 'writeAs'>;
  registry: ModuleRegistry;
  pageLocation: Signal<PageLocation>;
  notices: Notices;
  theme: ThemeControl;
  isLost: Signal<boolean>;
  /** Since when the page shows what this phone kept; null while it does not. */
  staleSince: Signal<number | null>;
  /** The page that waits for a connection. */
  pendingNavigation: Signal<PendingNavigation | null>;
  outbox: OutboxView;
  confirmation: Pick<Confirmation, 'asked'>;
  /** How much of which domain waits for the guard. */
  counts: Signal<Counts>;
  /** What the guard is told on every page. */
  standing: Pick<PersistentNoticeStore, 'shown' | 'dismiss'>;
  isMenuOpen: Signal<boolean>;
  /** A link is pointed at: its screen is fetched. */
  onLinkHint: (href: string) => void;
}
