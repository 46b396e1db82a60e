import type { Message, Room, SavedMessage } from '@portal/contracts/chat/chat.shapes';
import { keepRooms, keptMessages, keptRooms, openChats } from '@portal/mf-kit/chatsOnDevice';
import { toFailure } from '@portal/mf-kit/failure';
import type { Portal, Session } from '@portal/mf-kit/portal';
import { createChatApi } from './chat.api';
import { createReceiptSender } from './chat.receipts';
import * as state from './chat.state';

/** Changes within this time cause one reading of the rooms. */
const ROOMS_AGAIN_MS = 500;

type Change = (before: state.ChatState) => state.ChatState;

function createObservable(initial: state.ChatState) {
  const listeners = new Set<() => void>();
  let now = initial;
  return {
    current: () => now,
    set(change: Change) {
      now = change(now);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
type Store = ReturnType<typeof createObservable>;

const roomIn = ({ current }: Store, roomId: string | null) => current().rooms?.find(({ _id }) => _id === roomId);

/** The time of each room's last message: from the latest reading of the rooms, and when the room's messages were read. */
function createStamps() {
  const latest = new Map<string, string>();
  const read = new Map<string, string | undefined>();
  return {
    note: (rooms: readonly Room[]) => rooms.forEach(({ _id, lastMessage }) => void latest.set(_id, lastMessage?.timeStamp ?? '')),
    latest: (roomId: string) => latest.get(roomId),
    read: (roomId: string, stamp: string | undefined) => void read.set(roomId, stamp),
    isBehind: (roomId: string) => read.get(roomId) !== latest.get(roomId),
  };
}

/** Reads rooms and messages into the store, and records failures there. */
function createReader(store: Store, session: Session, onRead: () => void, onRooms: (rooms: readonly Room[]) => void) {
  const reading = createChatApi(session);
  const { current, set } = store;
  let connections = 0;
  let currentFill: { key: string; done: Promise<void> } | null = null;
  const stamps = createStamps();

  /** Reads the newest page of a room, or after a gap the missing messages. */
  async function read(room: Room): Promise<void> {
    const { isRead, lastBeforeGap } = state.historyOf(current(), room._id);
    if (isRead && lastBeforeGap === null) return;
    const [startedAt, stamp] = [connections, stamps.latest(room._id)];
    try {
      const page = isRead && lastBeforeGap !== null ? await reading.messagesSince(room, lastBeforeGap) : await reading.page(room, '');
      // A first page from before a gap may leave a hole; the new connection reads its own page.
      if (!isRead && startedAt !== connections) return;
      if (startedAt === connections) stamps.read(room._id, stamp);
      set((before) => {
        const after = state.withPage(before, room._id, page);
        // A gap that began during this reading needs another one.
        return startedAt === connections ? state.withHistory(after, room._id, { lastBeforeGap: null }) : after;
      });
    } catch (error) {
      // Known messages stay displayed; the next connection reads again.
      set((before) => state.withHistory(before, room._id, { failure: toFailure(error) }));
    }
    onRead();
  }

  /** Reads a room once per connection for simultaneous requests. */
  function fill(roomId: string | null): Promise<void> {
    const room = roomIn(store, roomId);
    if (!room) return Promise.resolve();
    const key = `${room._id} ${connections}`;
    if (currentFill?.key === key) return currentFill.done;
    const done = read(room).finally(() => {
      if (currentFill?.done === done) currentFill = null;
    });
    currentFill = { key, done };
    return done;
  }

  async function rooms(): Promise<void> {
    try {
      const found = await reading.rooms();
      stamps.note(found);
      set((before) => state.withRooms(before, found));
      onRooms(found);
    } catch (error) {
      set((before) => ({ ...before, failure: toFailure(error) }));
    }
    onRead();
  }

  return {
    fill,
    rooms,
    /**
     * Starts a connection: identifies the guard, reads the rooms, then the missing messages of the open room (CHAT-09, CHAT-10, CHAT-23).
     */
    async connect(open: () => string | null): Promise<void> {
      connections += 1;
      set(state.markGap);
      const failure = await reading.init().then(() => null, toFailure);
      if (failure) return set((before) => ({ ...before, failure }));
      await rooms();
      await fill(open());
    },
    /** Without a socket there are no events. The last messages of the rooms show which rooms to read. */
    async poll(open: () => string | null): Promise<void> {
      connections += 1;
      await rooms();
      set((before) => state.markGap(before, stamps.isBehind));
      await fill(open());
    },
    async older(roomId: string): Promise<void> {
      const room = roomIn(store, roomId);
      const { messages, older } = state.historyOf(current(), roomId);
      if (!room || older === 'loading') return;
      set((before) => state.withHistory(before, roomId, { older: 'loading' }));
      try {
        const [oldest] = messages;
        const read = await reading.page(room, oldest?.timeStamp ?? '');
        set((before) => state.withPage(before, roomId, read, oldest?.id));
      } catch {
        set((before) => state.withHistory(before, roomId, { older: 'failed' }));
      }
    },
  };
}

/**
 * Reads on each connection. Over HTTP, `connected` is emitted every ten seconds, which causes a poll. A poll waits for the end of a running
 * reading, so that a slow network loses no reply. After a lost connection the next reading starts immediately.
 */
function followConnection(isConnected: () => boolean, { connect, poll }: { connect: () => Promise<void>; poll: () => Promise<void> }) {
  let wasConnected = false;
  let running: Promise<void> | null = null;
  let isDue = false;

  function begin(read: () => Promise<void>) {
    isDue = false;
    const reading = read().finally(() => {
      if (running !== reading) return;
      running = null;
      if (isDue && isConnected()) begin(poll);
    });
    running = reading;
  }
  return {
    onConnectionChange() {
      const isAgain = wasConnected;
      wasConnected = isConnected();
      if (!wasConnected) return;
      if (!isAgain) begin(connect);
      else if (running === null) begin(poll);
      else isDue = true;
    },
    stop() {
      isDue = false;
      running = null;
    },
  };
}

/** The handlers of the chat events (CHAT-15 to CHAT-20). */
const handlers = ({ set, current }: Store, me: string, arrived: (roomId: string, messageId: string) => void) => ({
  rooms: (rooms: readonly Room[]) => set((before) => state.withRooms(before, rooms)),
  chats({ roomId, chats }: { roomId: string; chats: readonly Message[] }) {
    // A page is added only if it overlaps known messages, so that it leaves no hole. Replies to this page's own calls do not need that.
    const { isRead, lastBeforeGap, messages } = state.historyOf(current(), roomId);
    const known = new Set(messages.map(({ id }) => id));
    if (isRead && lastBeforeGap === null && chats.some(({ id }) => known.has(id))) set((before) => state.withPage(before, roomId, chats));
  },
  receiveMessage(message: Message) {
    set((before) => state.withMessage(before, message, me));
    arrived(message.roomId, message.id);
  },
  messageSave: ({ message }: SavedMessage) => set((before) => state.withMessage(before, message, me)),
  deliveredMessage: ({ messageIds }: { messageIds: readonly string[] }) => set((before) => state.withDelivered(before, messageIds)),
  new_group: (room: Room) => set((before) => state.withRoom(before, room)),
  readMessage: (read: { roomId: string; userId: string; timeStamp: string }) => set((before) => state.withReadMark(before, read)),
});

/** The guard's chats while a screen shows them: messages read, events since then, and receipts to send. */
export function createChatStore({ live, onChanged }: Pick<Portal, 'live' | 'onChanged'>, session: Session) {
  const store = createObservable(state.emptyState);
  const isConnected = () => live?.current() === 'connected';
  let open: string | null = null;
  const receipts = createReceiptSender({
    isConnected,
    unreadOf: (roomId) => roomIn(store, roomId)?.unreadCount ?? 0,
    onRead: (roomId, unreadCount) => store.set((before) => state.withUnread(before, roomId, unreadCount)),
  });
  let isLeft = false;
  /** Resolves once the device has a key for the chats. A reply must not create one, because it may arrive after logout. */
  let opened: Promise<void> | null = null;
  const reader = createReader(store, session, receipts.send, (rooms) => {
    // If the device refuses, nothing is cached.
    if (!isLeft) opened?.then(() => keepRooms(session.guardId, rooms)).catch(() => undefined);
  });
  const saved = ({ message }: SavedMessage) => store.set((before) => state.withMessage(before, message, session.guardId));

  /** Follows the connection and changes until the returned function is called. */
  function start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    isLeft = false;
    opened = openChats(session.guardId);
    opened.catch(() => undefined);
    const connectionFollower = followConnection(isConnected, {
      connect: () => reader.connect(() => open),
      poll: () => reader.poll(() => open),
    });
    const unsubscribers = [
      live?.subscribe(connectionFollower.onConnectionChange),
      connectionFollower.stop,
      onChanged('chat', () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          if (isConnected()) void reader.rooms();
        }, ROOMS_AGAIN_MS);
      }),
    ];
    connectionFollower.onConnectionChange();
    // If the cached rooms cannot be loaded, an offline page shows an empty state.
    Promise.all([keptRooms(session.guardId), keptMessages(session.guardId)]).then(
      ([cachedRooms, messages]) => store.set((before) => ({ ...before, cachedRooms, keptMessages: messages })),
      () => undefined,
    );
    return () => {
      for (const stop of unsubscribers) stop?.();
      clearTimeout(timer);
      isLeft = true;
      receipts.stop();
    };
  }
  return {
    current: store.current,
    subscribe: store.subscribe,
    start,
    saved,
    setUnqueued: (change: (all: readonly state.UnqueuedMessage[]) => readonly state.UnqueuedMessage[]) =>
      store.set((before) => ({ ...before, unqueued: change(before.unqueued) })),
    older: reader.older,
    seen: receipts.seen,
    /** Reads everything again after a failure. */
    retry: () => void reader.connect(() => open),
    open(roomId: string | null) {
      open = roomId;
      if (isConnected()) void reader.fill(roomId);
    },
    /** Reads the open room again after a failure. */
    retryRoom() {
      if (open !== null) store.set((before) => state.withHistory(before, open ?? '', { failure: null }));
      void reader.fill(open);
    },
    eventHandlers: handlers(store, session.guardId, receipts.arrived),
  };
}
export type ChatStore = ReturnType<typeof createChatStore>;
