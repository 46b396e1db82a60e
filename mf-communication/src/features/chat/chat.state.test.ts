import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import {
  emptyState,
  historyOf,
  markGap,
  mergeMessages,
  withDelivered,
  withHistory,
  withMessage,
  withPage,
  withReadMark,
  withRoom,
  withRooms,
  withUnread,
} from './chat.state';

const stamp = (second: number) => new Date(Date.UTC(2027, 2, 14, 15, 0, second)).toISOString();
const message = (id: string, second: number, changes: Partial<Message> = {}): Message => ({
  id,
  roomId: 'room',
  senderId: 'sam',
  senderName: 'Sam',
  senderType: 'guard',
  message: id,
  timeStamp: stamp(second),
  clientId: null,
  ...changes,
});
const room = (id: string, second: number, changes: Partial<Room> = {}): Room => ({
  _id: id,
  jobId: { _id: `job of ${id}`, jobTitle: id },
  participants: [],
  lastMessage: { message: '', timeStamp: stamp(second), senderId: 'sam' },
  unreadCount: 0,
  closed: null,
  marks: [],
  ...changes,
});
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
const full = (from: number) => Array.from({ length: 30 }, (_, index) => message(`m${from + index}`, from + index));

it('orders messages by time, then id, in any order of arrival, and keeps each once', () => {
  const known = mergeMessages([], [message('b', 2), message('a', 2), message('c', 1)]);
  expect(ids(known)).toEqual(['c', 'a', 'b']);
  expect(ids(mergeMessages(known, [message('b', 2), message('d', 0)]))).toEqual(['d', 'c', 'a', 'b']);
  expect(mergeMessages(known, [message('a', 2)])).toBe(known);
  expect(ids(mergeMessages(known, [message('e', 3), message('e', 3)]))).toEqual(['c', 'a', 'b', 'e']);
  expect(ids(mergeMessages([...known, message('f', 9)], [message('e', 3)]))).toEqual(['c', 'a', 'b', 'e', 'f']);
});

it('expects older messages after a full page, and none after a short page or one without an older message', () => {
  const first = withPage(emptyState, 'room', full(31));
  expect(historyOf(first, 'room')).toMatchObject({ isRead: true, hasOlder: true });
  expect(historyOf(withPage(first, 'room', full(2), 'm31'), 'room')).toMatchObject({ hasOlder: true, older: 'ready' });
  expect(historyOf(withPage(first, 'room', full(31), 'm31'), 'room').hasOlder).toBe(false);
  expect(historyOf(withPage(first, 'room', full(1).slice(0, 5), 'm31'), 'room').hasOlder).toBe(false);
});

it('expects older messages when an event brought the page before its reply', () => {
  const byEvent = withPage(withPage(emptyState, 'room', full(31)), 'room', full(2));
  const answered = withPage(byEvent, 'room', full(2), 'm31');
  expect(historyOf(answered, 'room')).toMatchObject({ hasOlder: true, older: 'ready' });
  expect(historyOf(answered, 'room').messages).toHaveLength(59);
});

it('a message moves its room up, becomes its last message and counts as unread, except a repeated one, the guard’s own and the portal’s', () => {
  const before = withRooms(emptyState, [room('other', 50), room('room', 10)]);
  const after = withMessage(before, message('new', 55), 'me');
  expect(after.rooms?.map(({ _id, unreadCount }) => [_id, unreadCount])).toEqual([
    ['room', 1],
    ['other', 0],
  ]);
  expect(withMessage(after, message('new', 55), 'me')).toBe(after);
  expect(withMessage(after, message('mine', 56, { senderId: 'me' }), 'me').rooms?.[0]?.unreadCount).toBe(1);
  expect(withMessage(after, message('told', 56, { senderType: 'system' }), 'me').rooms?.[0]?.unreadCount).toBe(1);
  expect(withMessage(after, message('late', 5), 'me').rooms?.[0]?.lastMessage?.timeStamp).toBe(stamp(55));
});

it('keeps the last message before the first of several gaps', () => {
  const known = withPage(emptyState, 'room', [message('a', 1)]);
  const gap = markGap(known);
  const more = withMessage(gap, message('c', 3), 'me');
  expect(historyOf(markGap(more), 'room').lastBeforeGap).toBe('a');
});

it('reads a room with messages from events from its newest page after a gap, without a hole', () => {
  const heard = Array.from({ length: 5 }, (_, index) => message(`m${index + 1}`, index + 1)).reduce(
    (before, message) => withMessage(before, message, 'me'),
    emptyState,
  );
  const opened = withPage(markGap(heard), 'room', full(31));
  expect(ids(historyOf(opened, 'room').messages)[0]).toBe('m31');
  expect(historyOf(opened, 'room').hasOlder).toBe(true);
});

it('expects older messages in a room that received thirty by events before it was opened', () => {
  const heard = full(1).reduce((before, message) => withMessage(before, message, 'me'), emptyState);
  expect(historyOf(withPage(heard, 'room', full(1)), 'room').hasOlder).toBe(true);
});

it('never moves a read mark back', () => {
  const read = (second: number) => ({ roomId: 'room', userId: 'sam', timeStamp: stamp(second) });
  const once = withReadMark(withRooms(emptyState, [room('room', 10)]), read(8));
  expect(withReadMark(once, read(4)).rooms?.[0]?.marks).toEqual([{ userId: 'sam', delivered: stamp(8), read: stamp(8) }]);
});

const namesOf = ({ rooms }: typeof emptyState) => rooms?.map(({ _id }) => _id);
const failure = { code: 503, message: 'Down', userMessage: 'Down', fields: {} };

it('keeps no messages of a room that was never opened', () => {
  const empty = { messages: [], hasOlder: false, older: 'ready', isRead: false, failure: null, lastBeforeGap: null };
  const nothing = { rooms: null, cachedRooms: null, keptMessages: null };
  expect(emptyState).toEqual({ ...nothing, failure: null, histories: {}, delivered: new Set(), unqueued: [] });
  expect(historyOf(emptyState, 'room')).toEqual(empty);
  expect(historyOf(withHistory(emptyState, 'room', { older: 'loading' }), 'room')).toEqual({ ...empty, older: 'loading' });
});

it('sorts rooms by their latest message, rooms without one last, and clears the failure', () => {
  const state = withRooms({ ...emptyState, failure }, [room('silent', 0, { lastMessage: null }), room('early', 1), room('late', 2)]);
  expect([namesOf(state), state.failure]).toEqual([['late', 'early', 'silent'], null]);
});

it('places a new or changed room once the rooms are known', () => {
  expect(withRoom(emptyState, room('room', 1))).toBe(emptyState);
  const state = withRoom(withRooms(emptyState, [room('one', 1), room('two', 2)]), room('three', 3));
  expect(namesOf(state)).toEqual(['three', 'two', 'one']);
  const again = withRoom(state, room('one', 9, { unreadCount: 4 }));
  expect([namesOf(again), again.rooms?.[0]?.unreadCount]).toEqual([['one', 'three', 'two'], 4]);
});

it('clears the failure when a page was read; the newest page does not change the state of older ones', () => {
  const failed = withHistory(emptyState, 'room', { failure, older: 'loading' });
  expect(historyOf(withPage(failed, 'room', full(1)), 'room')).toMatchObject({ failure: null, older: 'loading', hasOlder: true });
  const all = withPage(withPage(emptyState, 'room', full(31)), 'room', [], 'm31');
  expect(historyOf(withPage(all, 'room', full(31)), 'room').hasOlder).toBe(false);
});

it('keeps a message that arrives before the rooms, or for an unknown room', () => {
  const alone = withMessage(emptyState, message('a', 1), 'me');
  expect([alone.rooms, ids(historyOf(alone, 'room').messages)]).toEqual([null, ['a']]);
  const other = withMessage(withRooms(emptyState, [room('other', 1)]), message('a', 5), 'me');
  expect(other.rooms).toEqual([room('other', 1)]);
});

it('describes the last message of a room, and counts at most a hundred', () => {
  const before = withRooms(emptyState, [room('room', 10, { unreadCount: 99 })]);
  const once = withMessage(before, message('a', 11), 'me');
  const twice = withMessage(once, message('b', 12), 'me');
  expect(twice.rooms?.[0]).toMatchObject({ lastMessage: { message: 'b', timeStamp: stamp(12), senderId: 'sam' }, unreadCount: 100 });
  // A message of the same time as the last one is not later.
  expect(withMessage(before, message('same', 10), 'me').rooms?.[0]).toMatchObject({ unreadCount: 99, lastMessage: { message: '' } });
});

it('adds deliveries to earlier ones', () => {
  const state = withDelivered(withDelivered(emptyState, ['a', 'b']), ['c']);
  expect([...state.delivered]).toEqual(['a', 'b', 'c']);
});

it('sets the number of unread messages of one room', () => {
  const state = withUnread(withRooms(emptyState, [room('one', 2), room('two', 1)]), 'one', 7);
  expect(state.rooms?.map(({ unreadCount }) => unreadCount)).toEqual([7, 0]);
  expect(withUnread(emptyState, 'one', 7)).toBe(emptyState);
});

it('moves the read mark of one reader', () => {
  const marks = ['sam', 'kim'].map((userId) => ({ userId, delivered: stamp(9), read: null }));
  const state = withRooms(emptyState, [room('room', 10, { marks }), room('other', 10, { marks })]);
  const read = withReadMark(state, { roomId: 'room', userId: 'sam', timeStamp: stamp(5) });
  expect(read.rooms?.find(({ _id }) => _id === 'room')?.marks).toEqual([
    { userId: 'kim', delivered: stamp(9), read: null },
    { userId: 'sam', delivered: stamp(9), read: stamp(5) },
  ]);
  expect(read.rooms?.find(({ _id }) => _id === 'other')?.marks).toEqual(marks);
});

it('records a gap from the beginning for a room that was read as empty', () => {
  const state = markGap(withPage(emptyState, 'room', []));
  expect(historyOf(state, 'room')).toMatchObject({ isRead: true, lastBeforeGap: '' });
});
