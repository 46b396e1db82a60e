import { chatLimits } from '@portal/contracts/chat/chat.rules';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import type { KeptMessages } from '@portal/mf-kit/chatsOnDevice';
import type { Failure, WriteState } from '@portal/mf-kit/portal';

/** What this page holds of a room's messages. */
export interface History {
  /** Oldest first, each once, without a hole but for that after `gapAfter`. */
  messages: readonly Message[];
  hasOlder: boolean;
  older: 'ready' | 'loading' | 'failed';
  /** Its newest page was read. */
  isRead: boolean;
  failure: Failure | null;
  /** The last message held before a gap of the line; what came after it is not read yet. */
  lastBeforeGap: string | null;
}

/** A message of the guard's own that the server has not handed back yet. */
export interface Outgoing {
  clientId: string;
  message: string;
  state: WriteState;
  /** When it was written; when the server had answered, once it is sent. */
  at: string;
  failure?: Failure | undefined;
}

/** What this device could not keep, or keeps in a moment: nothing of the outbox tells of it. */
export type UnqueuedMessage = Outgoing & { roomId: string };

export interface ChatState {
  /** Null: not read yet. The room with the latest message comes first. */
  rooms: readonly Room[] | null;
  /** The rooms that this device read last, without messages; null before they are known, and where there are none. */
  kept: readonly Room[] | null;
  /** The messages that this device keeps for a near shift. */
  keptMessages: KeptMessages | null;
  failure: Failure | null;
  histories: Readonly<Record<string, History>>;
  /** Messages that reached somebody's device since the rooms were read; before that, their marks tell. */
  delivered: ReadonlySet<string>;
  /** Of all rooms: what could not be kept stays while the guard looks into another one. */
  unqueued: readonly UnqueuedMessage[];
}

export const emptyState: ChatState = {
  rooms: null,
  kept: null,
  keptMessages: null,
  failure: null,
  histories: {},
  delivered: new Set(),
  unqueued: [],
};

const emptyHistory: History = { messages: [], hasOlder: false, older: 'ready', isRead: false, failure: null, lastBeforeGap: null };
export const historyOf = ({ histories }: ChatState, roomId: string): History => histories[roomId] ?? emptyHistory;

const isAfter = (one: Message, other: Message) =>
  one.timeStamp > other.timeStamp || (one.timeStamp === other.timeStamp && one.id > other.id);

/** Messages with those of a page or an event: ids that are held are dropped, the order is by stamp, then id (CHAT-23). */
export function merged(held: readonly Message[], come: readonly Message[]): readonly Message[] {
  const known = new Set(held.map(({ id }) => id));
  const fresh = come.filter(({ id }) => !known.has(id) && known.add(id));
  if (fresh.length === 0) return held;
  const all = [...held, ...fresh];
  const last = held.at(-1);
  const isInOrder = fresh.length === 1 && (!last || isAfter(fresh[0] as Message, last));
  return isInOrder ? all : all.sort((one, other) => (isAfter(one, other) ? 1 : -1));
}

/** The messages that this device keeps of the room, with the messages of events; null when the room was read, or there are none. */
export function keptHistory(state: ChatState, roomId: string): History | null {
  const history = historyOf(state, roomId);
  const { keptMessages } = state;
  if (history.isRead || keptMessages?.roomId !== roomId) return null;
  return { ...history, messages: merged(keptMessages.messages, history.messages), isRead: true };
}

export const withHistory = (state: ChatState, roomId: string, over: Partial<History>): ChatState => ({
  ...state,
  histories: { ...state.histories, [roomId]: { ...historyOf(state, roomId), ...over } },
});

/**
 * A page that was read: the newest one, or upward from the message that was the oldest held when it was asked for. The event of the same
 * page may have brought its messages a moment before.
 */
export function withPage(state: ChatState, roomId: string, page: readonly Message[], oldest: string | null = null): ChatState {
  const history = historyOf(state, roomId);
  const isFull = page.length >= chatLimits.page;
  const read = { messages: merged(history.messages, page), isRead: true, failure: null };
  // A full page that reaches no further would be asked for again and again.
  if (oldest !== null) return withHistory(state, roomId, { ...read, hasOlder: isFull && page[0]?.id !== oldest, older: 'ready' });
  return withHistory(state, roomId, { ...read, hasOlder: history.isRead ? history.hasOlder : isFull });
}

const lastAt = ({ lastMessage }: Room) => lastMessage?.timeStamp ?? '';
const byLatest = (rooms: readonly Room[]) => [...rooms].sort((one, other) => (lastAt(one) < lastAt(other) ? 1 : -1));

export const withRooms = (state: ChatState, rooms: readonly Room[]): ChatState => ({ ...state, rooms: byLatest(rooms), failure: null });

/** The guard is in another room, or one of theirs changed. */
export const withRoom = (state: ChatState, room: Room): ChatState =>
  state.rooms === null ? state : withRooms(state, [room, ...state.rooms.filter(({ _id }) => _id !== room._id)]);

const changeRoom = (state: ChatState, roomId: string, change: (room: Room) => Room): ChatState => {
  const rooms = state.rooms?.map((room) => (room._id === roomId ? change(room) : room));
  return rooms ? { ...state, rooms } : state;
};

/** A message came by an event, the guard's own among them. One that is held changes nothing. */
export function withMessage(state: ChatState, message: Message, me: string): ChatState {
  const { roomId, timeStamp, senderId, senderType } = message;
  const before = historyOf(state, roomId);
  const messages = merged(before.messages, [message]);
  if (messages === before.messages) return state;
  const isUnread = senderId !== me && senderType !== 'system';
  const next = changeRoom(withHistory(state, roomId, { messages }), roomId, (room) =>
    lastAt(room) >= timeStamp
      ? room
      : {
          ...room,
          lastMessage: { message: message.message, timeStamp, senderId },
          unreadCount: Math.min(chatLimits.unread, room.unreadCount + (isUnread ? 1 : 0)),
        },
  );
  return next.rooms ? { ...next, rooms: byLatest(next.rooms) } : next;
}

export const withDelivered = (state: ChatState, ids: readonly string[]): ChatState => ({
  ...state,
  delivered: new Set([...state.delivered, ...ids]),
});

const later = (one: string | null, other: string) => (one !== null && one > other ? one : other);

/** Somebody else has read everything up to a stamp. */
export const withReadMark = (
  state: ChatState,
  { roomId, userId, timeStamp }: { roomId: string; userId: string; timeStamp: string },
): ChatState =>
  changeRoom(state, roomId, (room) => {
    const mark = room.marks.find((one) => one.userId === userId) ?? { userId, delivered: null, read: null };
    const moved = { userId, delivered: later(mark.delivered, timeStamp), read: later(mark.read, timeStamp) };
    return { ...room, marks: [...room.marks.filter((one) => one.userId !== userId), moved] };
  });

export const withUnread = (state: ChatState, roomId: string, unreadCount: number): ChatState =>
  changeRoom(state, roomId, (room) => ({ ...room, unreadCount }));

/**
 * Messages may be missing in these rooms. A room that was read notes its last message, where the next reading ends; an earlier note stays.
 * A room that was not read drops the messages that came by events: its first page may not reach down to them.
 */
export const withGap = (state: ChatState, hasGap: (roomId: string) => boolean = () => true): ChatState => ({
  ...state,
  histories: Object.fromEntries(
    Object.entries(state.histories).map(([roomId, history]) => {
      if (!hasGap(roomId)) return [roomId, history];
      return [
        roomId,
        history.isRead ? { ...history, lastBeforeGap: history.lastBeforeGap ?? history.messages.at(-1)?.id ?? '' } : emptyHistory,
      ];
    }),
  ),
});
