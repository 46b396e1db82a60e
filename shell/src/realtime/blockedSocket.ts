import type { LiveState } from '@portal/mf-kit/portal';

/** After this time without a socket the portal is called over HTTP, if it can be reached. */
const BLOCKED_MS = 3000;
/** How often an open chat is read again over HTTP. */
const POLL_MS = 10_000;
/** All other open pages are read again at every sixth poll, which is once a minute. */
const POLLS_OF_ALL = 6;

interface BlockedSocketDeps {
  /** Resolves with whether the portal can be reached over HTTP. */
  probe: () => Promise<boolean>;
  stands: (state: LiveState) => void;
  /** Any data may have changed without an event. */
  onAnyChange: () => void;
}

/**
 * Some networks let no WebSocket through. While the socket is not connected and the portal can be reached, calls go over HTTP, and
 * `connected` is emitted every ten seconds: an open chat then reads the messages that it missed.
 */
export function watchBlockedSocket({ probe, stands, onAnyChange }: BlockedSocketDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOverHttp = false;
  let attempt = 0;
  let polls = 0;

  async function look(mine: number) {
    const isReachable = await probe().catch(() => false);
    if (mine !== attempt) return;
    const wasOverHttp = isOverHttp;
    isOverHttp = isReachable;
    polls = isReachable && wasOverHttp ? polls + 1 : 0;
    if (isReachable && polls % POLLS_OF_ALL === 0) onAnyChange();
    if (isReachable || wasOverHttp) stands(isReachable ? 'connected' : 'disconnected');
    timer = setTimeout(() => void look(mine), POLL_MS);
  }

  function end() {
    attempt++;
    clearTimeout(timer);
    isOverHttp = false;
  }
  return {
    isOverHttp: () => isOverHttp,
    /** The socket is not connected from now on. */
    begin() {
      end();
      const mine = attempt;
      timer = setTimeout(() => void look(mine), BLOCKED_MS);
    },
    /** The socket is connected, or not wanted any more. */
    end,
  };
}
