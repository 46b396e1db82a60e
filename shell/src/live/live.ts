import { connectSocket } from '@portal/api-client/socket';
import type { Signal } from '../boot/signal';
import type { SessionCore } from '../session/session';
import type { Tabs } from '../session/tabs';

/** What was read this shortly before the socket opened is not read again. */
const FRESH_MS = 10_000;
const LIBRARY_AGAIN_MS = 30_000;

/** The domain whose data changed; null after a gap, when it may be any. */
export interface LiveNews {
  domain: string | null;
}

export interface LiveParts {
  session: Pick<SessionCore, 'current' | 'subscribe' | 'token'>;
  /** Whether this tab is the one that holds the socket. */
  leads: Signal<boolean>;
  tabs: Tabs<LiveNews>;
  /** Where the guard API answers; empty for the page's own origin. */
  url: string;
  onNews: (news: LiveNews) => void;
  /** The server refused the session's token. */
  onRefused: () => void;
  connect?: typeof connectSocket;
}

const isChange = (payload: unknown): payload is { domain: string } =>
  typeof payload === 'object' && payload !== null && 'domain' in payload && typeof payload.domain === 'string';

interface Held {
  token: string;
  close(): void;
}

/** Keeps open pages fresh: the leading tab holds a socket for as long as there is a session, and tells the other tabs what it hears. */
export function followLive({ session, leads, tabs, url, onNews, onRefused, connect = connectSocket }: LiveParts): void {
  let held: Held | null = null;
  let readAt = performance.now();

  function tell(news: LiveNews) {
    onNews(news);
    tabs.post(news);
  }

  function onConnected() {
    if (performance.now() - readAt > FRESH_MS) tell({ domain: null });
    // Every later connection ends a gap.
    readAt = Number.NEGATIVE_INFINITY;
  }

  function open(token: string): Held {
    const opening = connect({
      url,
      token,
      onEvent: (name, payload) => {
        if (name === 'changed' && isChange(payload)) tell({ domain: payload.domain });
      },
      onConnected,
      onRefused,
    });
    const opened = { token, close: () => void opening.then((socket) => socket.close()).catch(() => undefined) };
    opening.catch(() =>
      setTimeout(() => {
        if (held === opened) held = open(token);
      }, LIBRARY_AGAIN_MS),
    );
    return opened;
  }

  function follow() {
    const token = leads.get() && session.current() ? session.token() : null;
    if (token === (held?.token ?? null)) return;
    held?.close();
    held = token === null ? null : open(token);
  }

  tabs.listen(onNews);
  leads.subscribe(follow);
  session.subscribe(() => {
    // A session that begins on an open page reads everything anew.
    if (leads.get() && !held) readAt = performance.now();
    follow();
  });
  follow();
}
