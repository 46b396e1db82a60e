import type { Portal } from '@portal/mf-kit/portal';
import { causeOf, reachable } from '@portal/mf-kit/reach';
import { signal } from '../boot/signal';
import type { RouteTable } from './routes';

/** The page that the guard asked for and that needs a connection. */
export interface Awaited {
  title: string;
  /** Stays here instead; null where going back does that. */
  giveUp: (() => void) | null;
}

export interface HeldParts {
  routes: RouteTable;
  isLost: () => boolean;
  /** Loads the code of a path's screen; at once when it is in hand. */
  prepare: (pathname: string) => Promise<void>;
  go: Portal['navigate'];
}

/**
 * Moves while the portal cannot be reached: a page whose code is not in hand is not gone to, so that the one on the screen stays, with
 * its address, title and focus. The move is made as soon as there is a connection, unless the guard does something else first.
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
    while ((await prepare(pathname).then(() => null, causeOf)) === 'network') {
      if (mine !== intention) return;
      hasWaited = true;
      awaited.set({ title, giveUp });
      await reachable();
      if (mine !== intention) return;
    }
    if (mine !== intention) return;
    giveUp();
    // Nobody is torn out of what they began meanwhile.
    if (!hasWaited || !document.querySelector('dialog[open]')) move();
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
