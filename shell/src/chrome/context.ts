import type { Chrome } from '@portal/mf-kit/module';
import type { PagePortal } from '@portal/mf-kit/scopedPortal';
import type { Signal } from '../boot/signal';
import type { LiveRegistry } from '../composition/registry';
import type { Counts } from '../live/counts';
import type { Awaited } from '../navigation/held';
import type { Notices } from '../notices/notices';
import type { StandingNotices } from '../notices/standing';
import type { OutboxView } from '../outbox/parts';
import type { Confirmation } from '../session/confirmation';
import type { ThemeChoice } from '../theme/theme';

/** Where the guard is, for the chrome around it. */
export interface Place {
  chrome: Chrome;
  /** Who owns the path. */
  module: string | null;
  pathname: string;
  hash: string;
}

/** What the chrome's regions share; each is a React root of its own. */
export interface ChromeParts {
  portal: Omit<PagePortal, 'writeAs'>;
  registry: LiveRegistry;
  place: Signal<Place>;
  notices: Notices;
  theme: ThemeChoice;
  isLost: Signal<boolean>;
  /** Since when the page shows what this phone kept; null while it does not. */
  shownAs: Signal<number | null>;
  /** The page that waits for a connection. */
  awaited: Signal<Awaited | null>;
  outbox: OutboxView;
  confirmation: Pick<Confirmation, 'asked'>;
  /** How much of which domain waits for the guard. */
  counts: Signal<Counts>;
  /** What the guard is told on every page. */
  standing: Pick<StandingNotices, 'shown' | 'dismiss'>;
  isMenuOpen: Signal<boolean>;
  /** A link is pointed at: its screen is fetched. */
  onHint: (href: string) => void;
}
