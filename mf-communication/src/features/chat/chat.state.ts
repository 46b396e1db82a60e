import { chatLimits } from '@portal/contracts/chat/chat.rules';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import type { KeptMessages } from '@portal/mf-kit/chatsOnDevice';
import type { Failure, WriteState } from '@portal/mf-kit/portal';

/** The messages of a room on this page. */
export interface RoomHistory {
  /** Oldest first, each once. The only possible hole is after `lastBeforeGap`. */
  messages: readonly Message[];
  hasOlder: boolean;
  older: 'ready' | 'loading' | 'failed';
  /** True if the newest page was read. */
  isRead: boolean;
  failure: Failure | null;
  /** The last message before the connection was lost; later messages are not read yet. */
  lastBeforeGap: string | null;
}

/** A message of the guard, of which the server's copy has not arrived. */
export interface OutgoingMessage {
  clientId: string;
  message: string;
  state: WriteState;
  /** Time of writing; after sending, time of the server's reply. */
  at: string;
  failure?: Failure | undefined;
}

/** A message that the outbox does not list: it is being stored, or the device could not store it. */
export type UnqueuedMessage = OutgoingMessage & { roomId: string };

export interface ChatState {
  /** Sorted by latest message; null until they are read. */
  rooms: readonly Room[] | null;
  /** The rooms that this device cached last, without messages; null until they are loaded, or if there are none. */
  cachedRooms: readonly Room[] | null;
  /** The cached messages of a near shift. */
  keptMessages: KeptMessages | null;
  failure: Failure | null;
  histories: Readonly<Record<string, RoomHistory>>;
  /** Messages that were delivered since the rooms were read. Earlier deliveries are in the rooms' marks. */
  delivered: ReadonlySet<string>;
  /** Messages of all rooms, so that an unstored one survives while the guard visits another room. */
  unqueued: readonly UnqueuedMessage[];
}

export const emptyState: ChatState = {
  rooms: null,
  cachedRooms: null,
  keptMessages: null,
  failure: null,
  histories: {},
  delivered: new Set(),
  unqueued: [],
};

const emptyHistory: RoomHistory = { messages: [], hasOlder: false, older: 'ready', isRead: false, failure: null, lastBeforeGap: null };
export const historyOf = ({ histories }: ChatState, roomId: string): RoomHistory => histories[roomId] ?? emptyHistory;

const isAfter = (message: Message, other: Message) =>
  message.timeStamp > other.timeStamp || (message.timeStamp === other.timeStamp && message.id > other.id);

/** Adds messages without duplicates, ordered by time, then id (CHAT-23). */
export function mergeMessages(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !ids.has(id) && ids.add(id));
  if (fresh.length === 0) return known;
  const all = [...known, ...fresh];
  const last = known.at(-1);
  const isInOrder = fresh.length === 1 && (!last || isAfter(fresh[0] as Message, last));
  return isInOrder ? all : all.sort((message, other) => (isAfter(message, other) ? 1 : -1));
}

/** The cached messages of the room with messages from events; null if the room was read, or none are cached. */
export function cachedHistory(state: ChatState, roomId: string): RoomHistory | null {
  const history = historyOf(state, roomId);
  const { keptMessages } = state;
  if (history.isRead || keptMessages?.roomId !== roomId) return null;
  return { ...history, messages: mergeMessages(keptMessages.messages, history.messages), isRead: true };
}

export const withHistory = (state: ChatState, roomId: string, changes: Partial<RoomHistory>): ChatState => ({
  ...state,
  histories: { ...state.histories, [roomId]: { ...historyOf(state, roomId), ...changes } },
});

/** Adds a page: the newest one, or the messages older than `oldest`. An event may have added the same messages already. */
export function withPage(state: ChatState, roomId: string, page: readonly Message[], oldest: string | null = null): ChatState {
  const history = historyOf(state, roomId);
  const isFull = page.length >= chatLimits.page;
  const read = { messages: mergeMessages(history.messages, page), isRead: true, failure: null };
  // A full page without an older message would be requested again forever.
  if (oldest !== null) return withHistory(state, roomId, { ...read, hasOlder: isFull && page[0]?.id !== oldest, older: 'ready' });
  return withHistory(state, roomId, { ...read, hasOlder: history.isRead ? history.hasOlder : isFull });
}

const lastMessageTime = ({ lastMessage }: Room) => lastMessage?.timeStamp ?? '';
const sortByLatest = (rooms: readonly Room[]) => [...rooms].sort((one, other) => (lastMessageTime(one) < lastMessageTime(other) ? 1 : -1));

export const withRooms = (state: ChatState, rooms: readonly Room[]): ChatState => ({ ...state, rooms: sortByLatest(rooms), failure: null });

/** Adds or replaces a room of the guard. */
export const withRoom = (state: ChatState, room: Room): ChatState =>
  state.rooms === null ? state : withRooms(state, [room, ...state.rooms.filter(({ _id }) => _id !== room._id)]);

const changeRoom = (state: ChatState, roomId: string, change: (room: Room) => Room): ChatState => {
  const rooms = state.rooms?.map((room) => (room._id === roomId ? change(room) : room));
  return rooms ? { ...state, rooms } : state;
};

/** Adds a message from an event, possibly the guard's own. A known message changes nothing. */
export function withMessage(state: ChatState, message: Message, me: string): ChatState {
  const { roomId, timeStamp, senderId, senderType } = message;
  const before = historyOf(state, roomId);
  const messages = mergeMessages(before.messages, [message]);
  if (messages === before.messages) return state;
  const isUnread = senderId !== me && senderType !== 'system';
  const next = changeRoom(withHistory(state, roomId, { messages }), roomId, (room) =>
    lastMessageTime(room) >= timeStamp
      ? room
      : {
          ...room,
          lastMessage: { message: message.message, timeStamp, senderId },
          unreadCount: Math.min(chatLimits.unread, room.unreadCount + (isUnread ? 1 : 0)),
        },
  );
  return next.rooms ? { ...next, rooms: sortByLatest(next.rooms) } : next;
}

export const withDelivered = (state: ChatState, ids: readonly string[]): ChatState => ({
  ...state,
  delivered: new Set([...state.delivered, ...ids]),
});

const later = (one: string | null, other: string) => (one !== null && one > other ? one : other);

/** Another participant has read everything up to a time. */
export const withReadMark = (
  state: ChatState,
  { roomId, userId, timeStamp }: { roomId: string; userId: string; timeStamp: string },
): ChatState =>
  changeRoom(state, roomId, (room) => {
    const mark = room.marks.find((one) => one.userId === userId) ?? { userId, delivered: null, read: null };
    const updated = { userId, delivered: later(mark.delivered, timeStamp), read: later(mark.read, timeStamp) };
    return { ...room, marks: [...room.marks.filter((one) => one.userId !== userId), updated] };
  });

export const withUnread = (state: ChatState, roomId: string, unreadCount: number): ChatState =>
  changeRoom(state, roomId, (room) => ({ ...room, unreadCount }));

/**
 * Marks rooms in which messages may be missing. A room that was read keeps its last message, at which the next reading ends; an earlier
 * mark stays. A room that was not read drops messages from events, because its first page may not overlap them.
 */
export const markGap = (state: ChatState, hasGap: (roomId: string) => boolean = () => true): ChatState => ({
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
