import { attributeFailure, waitForServer } from '@portal/mf-kit/loadFailure';
import type { Portal } from '@portal/mf-kit/portal';
import { signal } from '../platform/signal';
import type { RouteTable } from './routeTable';

/** A page that needs a connection to open. */
export interface PendingNavigation {
  title: string;
  /** Ends the wait. Null if the page is already left and back returns to it. */
  cancel: (() => void) | null;
  /** Opens the page. Present once the connection is back: it never moves the guard without a press. */
  open?: () => void;
}

export interface OfflineNavigationDeps {
  routes: RouteTable;
  isLost: () => boolean;
  /** Loads the code of a path's screen. */
  prepare: (pathname: string) => Promise<void>;
  go: Portal['navigate'];
}

/** Without a connection, a move waits if the code of the page is not on the device: the current page stays, and the other is offered later. */
export function createOfflineNavigation({ routes, isLost, prepare, go }: OfflineNavigationDeps) {
  const pending = signal<PendingNavigation | null>(null);
  let generation = 0;

  function cancel(): void {
    generation++;
    pending.set(null);
  }

  async function waitForConnection(pathname: string, title: string, move: () => void): Promise<void> {
    cancel();
    const own = generation;
    let hasWaited = false;
    const findDefect = () => prepare(pathname).then(() => null, attributeFailure);
    let found = await findDefect();
    while (found === 'network') {
      if (own !== generation) return;
      hasWaited = true;
      pending.set({ title, cancel });
      await waitForServer();
      if (own !== generation) return;
      found = await findDefect();
    }
    if (own !== generation) return;
    cancel();
    if (!hasWaited) move();
    // A failed page is not offered; its link still works.
    else if (found === null) pending.set({ title, cancel, open: move });
  }

  const navigate: Portal['navigate'] = (to, options) => {
    const { origin, pathname } = new URL(to, window.location.href);
    const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname;
    const found = isElsewhere && isLost() ? routes.find(pathname) : null;
    if (found) void waitForConnection(pathname, found.route.title, () => go(to, options));
    else go(to, options);
  };
  return { navigate, cancel, pending };
}
