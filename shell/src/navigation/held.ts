import type { Portal } from '@portal/mf-kit/portal';
import { causeOf, reachable } from '@portal/mf-kit/reach';
import { signal } from '../boot/signal';
import type { RouteTable } from './routes';

/** The page that the guard asked for and that needs a connection. */
export interface Awaited {
  title: string;
  /** Stays here instead; null where going back does that. */
  giveUp: (() => void) | null;
  /** Goes there, once there is a connection again; the signal alone never moves the guard. */
  open?: () => void;
}

export interface HeldParts {
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
export function createHeld({ routes, isLost, prepare, go }: HeldParts) {
  const awaited = signal<Awaited | null>(null);
  let intention = 0;

  function giveUp(): void {
    intention++;
    awaited.set(null);
  }

  async function hold(pathname: string, title: string, move: () => void): Promise<void> {
    giveUp();
    const mine = intention;
    let hasWaited = false;
    const defect = () => prepare(pathname).then(() => null, causeOf);
    let found = await defect();
    while (found === 'network') {
      if (mine !== intention) return;
      hasWaited = true;
      awaited.set({ title, giveUp });
      await reachable();
      if (mine !== intention) return;
      found = await defect();
    }
    if (mine !== intention) return;
    giveUp();
    if (!hasWaited) move();
    // A page that failed is not offered: the guard may press its link again.
    else if (found === null) awaited.set({ title, giveUp, open: move });
  }

  const navigate: Portal['navigate'] = (to, options) => {
    const { origin, pathname } = new URL(to, window.location.href);
    const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname;
    const found = isElsewhere && isLost() ? routes.find(pathname) : null;
    if (found) void hold(pathname, found.route.title, () => go(to, options));
    else go(to, options);
  };
  return { navigate, giveUp, awaited };
}
