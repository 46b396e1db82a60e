import { attributeFailure, waitForServer } from '@portal/mf-kit/loadFailure';
import type { Portal } from '@portal/mf-kit/portal';
import { signal } from '../platform/signal';
import type { RouteTable } from './routeTable';

/** The page that the guard asked for and that needs a connection. */
export interface PendingNavigation {
  title: string;
  /** Stays here instead; null where going back does that. */
  cancel: (() => void) | null;
  /** Goes there, once there is a connection again; the signal alone never moves the guard. */
  open?: () => void;
}

export interface OfflineNavigationDeps {
  routes: RouteTable;
  isLost: () => boolean;
  /** Loads the code of a path's screen; at once when it is in hand. */
  prepare: (pathname: string) => Promise<void>;
  go: Portal['navigate'];
}

/**
 * Moves while the portal cannot be reached: the page on the screen stays, with its address, title and focus, when the code of the other page
 * is not on the device. Once there is a connection the other page is offered; the guard opens it.
 */
export function createOfflineNavigation({ routes, isLost, prepare, go }: OfflineNavigationDeps) {
  const pending = signal<PendingNavigation | null>(null);
  let intention = 0;

  function cancel(): void {
    intention++;
    pending.set(null);
  }

  async function hold(pathname: string, title: string, move: () => void): Promise<void> {
    cancel();
    const mine = intention;
    let hasWaited = false;
    const defect = () => prepare(pathname).then(() => null, attributeFailure);
    let found = await defect();
    while (found === 'network') {
      if (mine !== intention) return;
      hasWaited = true;
      pending.set({ title, cancel });
      await waitForServer();
      if (mine !== intention) return;
      found = await defect();
    }
    if (mine !== intention) return;
    cancel();
    if (!hasWaited) move();
    // A page that failed is not offered: the guard may press its link again.
    else if (found === null) pending.set({ title, cancel, open: move });
  }

  const navigate: Portal['navigate'] = (to, options) => {
    const { origin, pathname } = new URL(to, window.location.href);
    const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname;
    const found = isElsewhere && isLost() ? routes.find(pathname) : null;
    if (found) void hold(pathname, found.route.title, () => go(to, options));
    else go(to, options);
  };
  return { navigate, cancel, pending };
}
