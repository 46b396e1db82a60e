import type { Message, Room, Saved } from '@portal/contracts/chat/chat.shapes';
import { keepRooms, keptMessages, keptRooms, openChats } from '@portal/mf-kit/chatsOnDevice';
import { toFailure } from '@portal/mf-kit/failure';
import type { Portal, Session } from '@portal/mf-kit/portal';
import { createChatApi } from './chat.api';
import { createReceiptSender } from './chat.receipts';
import * as state from './chat.state';

/** As often as this at most the rooms are read again because something changed. */
const ROOMS_AGAIN_MS = 500;

type Change = (before: state.ChatState) => state.ChatState;

/** Something that can be watched, and changed by a function of what it was. */
function createObservable(begins: state.ChatState) {
  const listeners = new Set<() => void>();
  let now = begins;
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
type Holder = ReturnType<typeof createObservable>;

const roomIn = ({ current }: Holder, roomId: string | null) => current().rooms?.find(({ _id }) => _id === roomId);

/** The stamp of each room's last message as the rooms had it: at their last reading, and when the messages of the room were read. */
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

/** Reads rooms and messages into the holder, which also notes failures. */
function createReader(holder: Holder, session: Session, onRead: () => void, onRooms: (rooms: readonly Room[]) => void) {
  const reading = createChatApi(session);
  const { current, set } = holder;
  let connections = 0;
  let filling: { what: string; done: Promise<void> } | null = null;
  const stamps = createStamps();

  /** The room as the server has it now: its newest page at first, after a gap whatever is missing. */
  async function read(room: Room): Promise<void> {
    const { isRead, lastBeforeGap: gapAfter } = state.historyOf(current(), room._id);
    if (isRead && gapAfter === null) return;
    const [since, stamp] = [connections, stamps.latest(room._id)];
    try {
      const page = isRead && gapAfter !== null ? await reading.messagesSince(room, gapAfter) : await reading.page(room, '');
      // A first page of before a gap is no place to go on from; the connection since then reads its own.
      if (!isRead && since !== connections) return;
      if (since === connections) stamps.read(room._id, stamp);
      set((before) => {
        const after = state.withPage(before, room._id, page);
        // A gap that began during this reading needs its own.
        return since === connections ? state.withHistory(after, room._id, { lastBeforeGap: null }) : after;
      });
    } catch (error) {
      // What is held is shown on; the next connection reads again.
      set((before) => state.withHistory(before, room._id, { failure: toFailure(error) }));
    }
    onRead();
  }

  /** Once at a time for each room and connection, whoever asks. */
  function fill(roomId: string | null): Promise<void> {
    const room = roomIn(holder, roomId);
    if (!room) return Promise.resolve();
    const what = `${room._id} ${connections}`;
    if (filling?.what === what) return filling.done;
    const done = read(room).finally(() => {
      if (filling?.done === done) filling = null;
    });
    filling = { what, done };
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
    /** On each connection: who we are, which rooms there are, and what was missed in the one that is open (CHAT-09, CHAT-10, CHAT-23). */
    async connect(open: () => string | null): Promise<void> {
      connections += 1;
      set(state.withGap);
      const failure = await reading.init().then(() => null, toFailure);
      if (failure) return set((before) => ({ ...before, failure }));
      await rooms();
      await fill(open());
    },
    /** No event comes over HTTP. The last messages of the rooms show which rooms to read. */
    async poll(open: () => string | null): Promise<void> {
      connections += 1;
      await rooms();
      set((before) => state.withGap(before, stamps.isBehind));
      await fill(open());
    },
    async older(roomId: string): Promise<void> {
      const room = roomIn(holder, roomId);
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
 * Reads on each connection. Over HTTP, `connected` comes again every ten seconds, for a poll. During a reading the poll
 * waits for its end, so that a slow network loses no reply. After a lost connection the next reading starts immediately.
 */
function followLine(isConnected: () => boolean, { connect, poll }: { connect: () => Promise<void>; poll: () => Promise<void> }) {
  let wasConnected = false;
  let running: Promise<void> | null = null;
  let isDue = false;

  function begin(read: () => Promise<void>) {
    isDue = false;
    const mine = read().finally(() => {
      if (running !== mine) return;
      running = null;
      if (isDue && isConnected()) begin(poll);
    });
    running = mine;
  }
  return {
    look() {
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

/** What the page does at each event of the chat (CHAT-15 to CHAT-20). */
const handlers = ({ set, current }: Holder, me: string, arrived: (roomId: string, messageId: string) => void) => ({
  rooms: (rooms: readonly Room[]) => set((before) => state.withRooms(before, rooms)),
  chats({ roomId, chats }: { roomId: string; chats: readonly Message[] }) {
    // Only what touches what is held leaves no hole; the answer to the call itself knows what it was asked for.
    const { isRead, lastBeforeGap: gapAfter, messages } = state.historyOf(current(), roomId);
    const held = new Set(messages.map(({ id }) => id));
    if (isRead && gapAfter === null && chats.some(({ id }) => held.has(id))) set((before) => state.withPage(before, roomId, chats));
  },
  receiveMessage(message: Message) {
    set((before) => state.withMessage(before, message, me));
    arrived(message.roomId, message.id);
  },
  messageSave: ({ message }: Saved) => set((before) => state.withMessage(before, message, me)),
  deliveredMessage: ({ messageIds }: { messageIds: readonly string[] }) => set((before) => state.withDelivered(before, messageIds)),
  new_group: (room: Room) => set((before) => state.withRoom(before, room)),
  readMessage: (read: { roomId: string; userId: string; timeStamp: string }) => set((before) => state.withReadMark(before, read)),
});

/** The guard's chats while a screen shows them: what was read, what came since, and what the server is still to be asked or told. */
export function createChatStore({ live, onChanged }: Pick<Portal, 'live' | 'onChanged'>, session: Session) {
  const holder = createObservable(state.emptyState);
  const isConnected = () => live?.current() === 'connected';
  let open: string | null = null;
  const marks = createReceiptSender({
    isConnected,
    unreadOf: (roomId) => roomIn(holder, roomId)?.unreadCount ?? 0,
    onRead: (roomId, unreadCount) => holder.set((before) => state.withUnread(before, roomId, unreadCount)),
  });
  let isLeft = false;
  /** Resolves once the device has a key for them: a reply alone makes none, since it may come after logout. */
  let opened: Promise<void> | null = null;
  const reader = createReader(holder, session, marks.send, (rooms) => {
    // A device that refuses keeps none.
    if (!isLeft) opened?.then(() => keepRooms(session.guardId, rooms)).catch(() => undefined);
  });
  const saved = ({ message }: Saved) => holder.set((before) => state.withMessage(before, message, session.guardId));

  /** Follows the line and what changes until the returned function is called. */
  function start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    isLeft = false;
    opened = openChats(session.guardId);
    opened.catch(() => undefined);
    const following = followLine(isConnected, { connect: () => reader.connect(() => open), poll: () => reader.poll(() => open) });
    const stops = [
      live?.subscribe(following.look),
      following.stop,
      onChanged('chat', () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          if (isConnected()) void reader.rooms();
        }, ROOMS_AGAIN_MS);
      }),
    ];
    following.look();
    // Without them an offline page shows an empty state.
    Promise.all([keptRooms(session.guardId), keptMessages(session.guardId)]).then(
      ([kept, messages]) => holder.set((before) => ({ ...before, kept, keptMessages: messages })),
      () => undefined,
    );
    return () => {
      for (const stop of stops) stop?.();
      clearTimeout(timer);
      isLeft = true;
      marks.stop();
    };
  }
  return {
    current: holder.current,
    subscribe: holder.subscribe,
    start,
    saved,
    setUnqueued: (change: (all: readonly state.UnqueuedMessage[]) => readonly state.UnqueuedMessage[]) =>
      holder.set((before) => ({ ...before, unqueued: change(before.unqueued) })),
    older: reader.older,
    seen: marks.seen,
    /** Everything once more, after a failure. */
    retry: () => void reader.connect(() => open),
    open(roomId: string | null) {
      open = roomId;
      if (isConnected()) void reader.fill(roomId);
    },
    /** The failed reading of the open room once more. */
    retryRoom() {
      if (open !== null) holder.set((before) => state.withHistory(before, open ?? '', { failure: null }));
      void reader.fill(open);
    },
    eventHandlers: handlers(holder, session.guardId, marks.arrived),
  };
}
export type ChatStore = ReturnType<typeof createChatStore>;
