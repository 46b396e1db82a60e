import { connectSocket, type OpenSocket } from '@portal/api-client/socket';
import { type BadgeCount, type LiveNotice, liveEvents, payloadDefect } from '@portal/contracts/_kernel/event';
import type { LiveState } from '@portal/mf-kit/portal';
import type { Signal } from '../platform/signal';
import type { SessionCore } from '../session/session';
import type { Broadcast } from '../tabs/broadcast';
import { watchBlockedSocket } from './blockedSocket';
import type { RealtimeChannel, SendCall, SocketCall } from './realtimeChannel';
import { createTabCallRelay, type TabCallMessage } from './tabCallRelay';

const CHECK_MS = 15_000;
/** After this time hidden or asleep, events may be missing and the connection may be broken. */
const SLEPT_MS = 60_000;

/** Calls `listener` when the page is visible again after it was hidden or frozen, or after its device slept. */
function onWake(listener: () => void): void {
  let visibleAt = Date.now();
  function check() {
    if (document.visibilityState !== 'visible') return;
    const sleptMs = Date.now() - visibleAt;
    visibleAt = Date.now();
    if (sleptMs > SLEPT_MS) listener();
  }
  document.addEventListener('visibilitychange', check);
  setInterval(check, CHECK_MS);
}

const LIBRARY_AGAIN_MS = 30_000;

/** The changed domain. Null after a gap: any data may have changed. */
export interface DataChange {
  domain: string | null;
}

/** Messages between tabs: events and connection state from the leader tab, questions of a new tab, and calls. */
export type RealtimeMessage =
  | DataChange
  | { event: string; payload: unknown }
  | { state: LiveState; isNew?: true }
  | { isStateAsked: true }
  | TabCallMessage;

export interface RealtimeConnectionDeps {
  session: Pick<SessionCore, 'current' | 'subscribe' | 'token'>;
  /** Whether this tab has the socket. */
  leads: Signal<boolean>;
  tabs: Broadcast<RealtimeMessage>;
  channel: Pick<RealtimeChannel, 'live' | 'receive' | 'setState' | 'setTransport'>;
  /** The instant by the server's clock. */
  now: () => Date;
  /** The start of the session in this page, in ms of the device's clock. */
  startedAt: number;
  /** The origin of the guard API. Empty: the page's own origin. */
  url: string;
  onDataChange: (change: DataChange) => void;
  /** The server refused the session's token. */
  onRefused: () => void;
  /** A socket call over HTTP: its envelope. Rejects without a reply. */
  callOverHttp: SendCall;
  /** Resolves with whether the portal can be reached over HTTP. */
  probe: () => Promise<boolean>;
  connect?: typeof connectSocket;
}

interface OpenConnection extends Pick<OpenSocket, 'close' | 'renew'> {
  token: string;
  call(call: SocketCall): Promise<unknown>;
}

const isChange = (payload: unknown): payload is DataChange => payloadDefect(liveEvents, 'changed', payload) === null;

/** The latest count of each domain, for tabs that open later. */
function keepCounts() {
  const counts = new Map<string, BadgeCount>();
  return {
    note(event: string, payload: unknown) {
      if (event !== 'count' || payloadDefect(liveEvents, 'count', payload) !== null) return;
      const counted = payload as BadgeCount;
      counts.set(counted.domain, counted);
    },
    words: () => [...counts.values()].map((payload) => ({ event: 'count', payload })),
  };
}

const REMEMBERED_NOTICES = 50;

/** Returns whether an event is a notice that was received before: the server sends the latest again at each handshake. */
function createRepeatCheck() {
  const ids: unknown[] = [];
  return (event: string, payload: unknown) => {
    if (event !== 'notice' || payloadDefect(liveEvents, 'notice', payload) !== null) return false;
    const { id } = payload as LiveNotice;
    if (ids.includes(id)) return true;
    ids.push(id);
    if (ids.length > REMEMBERED_NOTICES) ids.shift();
    return false;
  };
}

/** The last sign of life of the connection, by the device's clock: it also knows how long the device slept. */
function createAliveClock({ session, now, startedAt }: Pick<RealtimeConnectionDeps, 'session' | 'now' | 'startedAt'>) {
  let aliveAt = startedAt;
  let guardId = session.current()?.guardId;
  const onAlive = () => {
    aliveAt = Date.now();
  };
  return {
    onAlive,
    /** Another guard's session begins without the notices of the time before it. */
    onSession() {
      const next = session.current()?.guardId;
      if (next !== guardId) onAlive();
      guardId = next;
    },
    /** The last sign of life by the server's clock. */
    since: () => new Date(now().getTime() - (Date.now() - aliveAt)).toISOString(),
  };
}

/** The leader tab has a socket while there is a session. It passes events to the other tabs, and sends their calls. */
export function startRealtimeConnection({ connect = connectSocket, ...parts }: RealtimeConnectionDeps): void {
  const { session, leads, tabs, channel, url, onDataChange, onRefused } = parts;
  let connection: OpenConnection | null = null;
  const counts = keepCounts();
  const isRepeat = createRepeatCheck();
  const alive = createAliveClock(parts);
  const blocked = watchBlockedSocket({
    probe: parts.probe,
    setState: broadcastState,
    onAnyChange: () => broadcastChange({ domain: null }),
  });

  function broadcastChange(change: DataChange) {
    onDataChange(change);
    tabs.post(change);
  }
  /** `isNew`: a new connection replaces the old one, so listeners see a disconnect first. */
  function applyState(now: LiveState, isNew = false) {
    if (isNew) channel.setState('disconnected');
    channel.setState(now);
  }
  function broadcastState(now: LiveState, isNew = false) {
    applyState(now, isNew);
    tabs.post({ state: now, ...(isNew && { isNew }) });
  }
  function receive(event: string, payload: unknown) {
    if (event === 'changed') return isChange(payload) ? broadcastChange({ domain: payload.domain }) : undefined;
    if (isRepeat(event, payload)) return;
    counts.note(event, payload);
    channel.receive(event, payload);
    tabs.post({ event, payload });
  }
  /** The socket of this tab. While it is blocked its calls go over HTTP. */
  function openConnection(token: string): OpenConnection {
    function onConnected() {
      const takesOver = blocked.isOverHttp();
      blocked.end();
      // Data may have changed before the handshake, without an event.
      broadcastChange({ domain: null });
      broadcastState('connected', takesOver);
    }
    function onDisconnected() {
      // This tab closed it.
      if (connection !== own) return;
      broadcastState('disconnected');
      blocked.begin();
    }
    blocked.begin();
    const { since, onAlive } = alive;
    const opening = connect({ url, token, since, onAlive, onEvent: receive, onConnected, onDisconnected, onRefused });
    const onSocket = (act: (socket: OpenSocket) => void) => () => void opening.then(act).catch(() => undefined);
    const own: OpenConnection = {
      token,
      close: onSocket((socket) => socket.close()),
      renew: onSocket((socket) => socket.renew()),
      async call(call) {
        if (blocked.isOverHttp()) return parts.callOverHttp(call);
        return (await opening).call(call.name, call.input, call.key, call.headers);
      },
    };
    opening.catch(() =>
      setTimeout(() => {
        if (connection === own) connection = openConnection(token);
      }, LIBRARY_AGAIN_MS),
    );
    return own;
  }

  const calls = createTabCallRelay({
    post: tabs.post,
    guardId: () => session.current()?.guardId ?? null,
    send: (call) => (connection ? connection.call(call) : null),
  });
  channel.setTransport((call) => (connection ? connection.call(call) : calls.ask(call)));

  function followSession() {
    alive.onSession();
    const token = leads.get() && session.current() ? session.token() : null;
    if (token === (connection?.token ?? null)) return;
    const wasConnected = connection !== null;
    connection?.close();
    blocked.end();
    connection = token === null ? null : openConnection(token);
    if (wasConnected) broadcastState('disconnected');
  }

  function postKnownState() {
    if (connection) for (const known of [{ state: channel.live.current() }, ...counts.words()]) tabs.post(known);
  }
  tabs.listen((message) => {
    if ('domain' in message) onDataChange(message);
    else if ('isStateAsked' in message) postKnownState();
    else if ('event' in message) {
      if (!isRepeat(message.event, message.payload)) channel.receive(message.event, message.payload);
    } else if ('state' in message) {
      if (!connection) applyState(message.state, message.isNew);
    } else calls.receive(message);
  });
  leads.subscribe(() => {
    // A new leader knows only its own connection. The next leader reports its state to the old one.
    if (leads.get()) channel.setState('disconnected');
    followSession();
  });
  session.subscribe(followSession);
  onWake(() => {
    if (connection) return connection.renew();
    onDataChange({ domain: null });
    tabs.post({ isStateAsked: true });
  });
  followSession();
  if (!connection) tabs.post({ isStateAsked: true });
}
