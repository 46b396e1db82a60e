import { connectSocket, type OpenSocket } from '@portal/api-client/socket';
import { type Counted, liveEvents, payloadDefect } from '@portal/contracts/_kernel/event';
import type { LiveState } from '@portal/mf-kit/portal';
import type { Signal } from '../boot/signal';
import type { SessionCore } from '../session/session';
import type { Tabs } from '../session/tabs';
import type { Line, LineCall } from './line';
import { createTabCalls, type TabCallWord } from './tabCalls';
import { onWake } from './wake';

const LIBRARY_AGAIN_MS = 30_000;

/** The domain whose data changed; null after a gap, when it may be any. */
export interface LiveNews {
  domain: string | null;
}

/** What tabs tell each other: what the leading one heard and how its line stands, what a new one asks, and calls. */
export type LiveWord = LiveNews | { event: string; payload: unknown } | { state: LiveState } | { isStateAsked: true } | TabCallWord;

export interface LiveParts {
  session: Pick<SessionCore, 'current' | 'subscribe' | 'token'>;
  /** Whether this tab is the one that holds the socket. */
  leads: Signal<boolean>;
  tabs: Tabs<LiveWord>;
  line: Pick<Line, 'live' | 'heard' | 'stands' | 'carriedBy'>;
  /** Where the guard API answers; empty for the page's own origin. */
  url: string;
  onNews: (news: LiveNews) => void;
  /** The server refused the session's token. */
  onRefused: () => void;
  connect?: typeof connectSocket;
}

interface Held extends Pick<OpenSocket, 'close' | 'renew'> {
  token: string;
  call(call: LineCall): Promise<unknown>;
}

const COUNT: keyof typeof liveEvents.shapes = 'count';
const CHANGED: keyof typeof liveEvents.shapes = 'changed';
const isChange = (payload: unknown): payload is LiveNews => payloadDefect(liveEvents, 'changed', payload) === null;

/** The latest count of each domain, for tabs that come later. */
function keepCounts() {
  const counts = new Map<string, Counted>();
  return {
    note(event: string, payload: unknown) {
      if (event !== COUNT || payloadDefect(liveEvents, COUNT, payload) !== null) return;
      const counted = payload as Counted;
      counts.set(counted.domain, counted);
    },
    words: () => [...counts.values()].map((payload) => ({ event: COUNT, payload })),
  };
}

/**
 * Keeps open pages fresh: the leading tab holds a socket for as long as there is a session. It tells the other tabs what it hears, and
 * carries their calls.
 */
export function followLive({ session, leads, tabs, line, url, onNews, onRefused, connect = connectSocket }: LiveParts): void {
  let held: Held | null = null;
  const counts = keepCounts();

  function tell(news: LiveNews) {
    onNews(news);
    tabs.post(news);
  }
  function stands(now: LiveState) {
    line.stands(now);
    tabs.post({ state: now });
  }
  function hear(event: string, payload: unknown) {
    if (event === CHANGED) return isChange(payload) ? tell({ domain: payload.domain }) : undefined;
    counts.note(event, payload);
    line.heard(event, payload);
    tabs.post({ event, payload });
  }
  function onConnected() {
    // What was read before the handshake may have changed before it, and nobody was told.
    tell({ domain: null });
    stands('connected');
  }

  function open(token: string): Held {
    const onDisconnected = () => stands('disconnected');
    const opening = connect({ url, token, onEvent: hear, onConnected, onDisconnected, onRefused });
    const quietly = (act: (socket: OpenSocket) => void) => () => void opening.then(act).catch(() => undefined);
    const opened = {
      token,
      close: quietly((socket) => socket.close()),
      renew: quietly((socket) => socket.renew()),
      call: async ({ name, input, key }: LineCall) => (await opening).call(name, input, key),
    };
    opening.catch(() =>
      setTimeout(() => {
        if (held === opened) held = open(token);
      }, LIBRARY_AGAIN_MS),
    );
    return opened;
  }

  const calls = createTabCalls({
    post: tabs.post,
    guardId: () => session.current()?.guardId ?? null,
    carry: (call) => (held ? held.call(call) : null),
  });
  line.carriedBy((call) => (held ? held.call(call) : calls.ask(call)));

  function follow() {
    const token = leads.get() && session.current() ? session.token() : null;
    if (token === (held?.token ?? null)) return;
    const isOver = held !== null;
    held?.close();
    held = token === null ? null : open(token);
    if (isOver) stands('disconnected');
  }

  tabs.listen((word) => {
    if ('domain' in word) onNews(word);
    else if ('event' in word) line.heard(word.event, word.payload);
    else if ('isStateAsked' in word) {
      if (held) for (const known of [{ state: line.live.current() }, ...counts.words()]) tabs.post(known);
    } else if ('state' in word) {
      if (!held) line.stands(word.state);
    } else calls.hear(word);
  });
  leads.subscribe(() => {
    // A tab that took the lead knows of its own line only; one that gave it up is told by the one that has it.
    if (leads.get()) line.stands('disconnected');
    follow();
  });
  session.subscribe(follow);
  onWake(() => {
    if (held) return held.renew();
    onNews({ domain: null });
    tabs.post({ isStateAsked: true });
  });
  follow();
  if (!held) tabs.post({ isStateAsked: true });
}
