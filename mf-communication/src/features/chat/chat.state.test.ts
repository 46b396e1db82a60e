import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { historyOf, merged, nothingRead, withGap, withMessage, withPage, withReader, withRooms } from './chat.state';

const stamp = (second: number) => new Date(Date.UTC(2027, 2, 14, 15, 0, second)).toISOString();
const message = (id: string, second: number, over: Partial<Message> = {}): Message => ({
  id,
  roomId: 'room',
  senderId: 'sam',
  senderName: 'Sam',
  senderType: 'guard',
  message: id,
  timeStamp: stamp(second),
  clientId: null,
  ...over,
});
const room = (id: string, second: number, over: Partial<Room> = {}): Room => ({
  _id: id,
  jobId: { _id: `job of ${id}`, jobTitle: id },
  participants: [],
  lastMessage: { message: '', timeStamp: stamp(second), senderId: 'sam' },
  unreadCount: 0,
  closed: null,
  marks: [],
  ...over,
});
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
const full = (from: number) => Array.from({ length: 30 }, (_, index) => message(`m${from + index}`, from + index));

it('orders messages by stamp, then id, whenever they come, and holds each once', () => {
  const held = merged([], [message('b', 2), message('a', 2), message('c', 1)]);
  expect(ids(held)).toEqual(['c', 'a', 'b']);
  expect(ids(merged(held, [message('b', 2), message('d', 0)]))).toEqual(['d', 'c', 'a', 'b']);
  expect(merged(held, [message('a', 2)])).toBe(held);
  expect(ids(merged(held, [message('e', 3), message('e', 3)]))).toEqual(['c', 'a', 'b', 'e']);
});

it('has older ones after a full page, none after a short one or one that reaches no further', () => {
  const first = withPage(nothingRead, 'room', full(31));
  expect(historyOf(first, 'room')).toMatchObject({ isRead: true, hasOlder: true });
  expect(historyOf(withPage(first, 'room', full(2), 'm31'), 'room')).toMatchObject({ hasOlder: true, older: 'ready' });
  expect(historyOf(withPage(first, 'room', full(31), 'm31'), 'room').hasOlder).toBe(false);
  expect(historyOf(withPage(first, 'room', full(1).slice(0, 5), 'm31'), 'room').hasOlder).toBe(false);
});

it('has older ones, too, when the event of a page brought it before its answer', () => {
  const byEvent = withPage(withPage(nothingRead, 'room', full(31)), 'room', full(2));
  const answered = withPage(byEvent, 'room', full(2), 'm31');
  expect(historyOf(answered, 'room')).toMatchObject({ hasOlder: true, older: 'ready' });
  expect(historyOf(answered, 'room').messages).toHaveLength(59);
});

it('a message moves its room up, is its last and counts as unread, but not twice, not one’s own, and not the portal’s', () => {
  const before = withRooms(nothingRead, [room('other', 50), room('room', 10)]);
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

it('reading goes on from the last message before the first gap, however many gaps follow', () => {
  const held = withPage(nothingRead, 'room', [message('a', 1)]);
  const gap = withGap(held);
  const more = withMessage(gap, message('c', 3), 'me');
  expect(historyOf(withGap(more), 'room').gapAfter).toBe('a');
});

it('a room that only heard messages before a gap is read from its newest page, without a hole', () => {
  const heard = Array.from({ length: 5 }, (_, index) => message(`m${index + 1}`, index + 1)).reduce(
    (before, one) => withMessage(before, one, 'me'),
    nothingRead,
  );
  const opened = withPage(withGap(heard), 'room', full(31));
  expect(ids(historyOf(opened, 'room').messages)[0]).toBe('m31');
  expect(historyOf(opened, 'room').hasOlder).toBe(true);
});

it('a room that heard thirty and more before it was opened has older ones', () => {
  const heard = full(1).reduce((before, one) => withMessage(before, one, 'me'), nothingRead);
  expect(historyOf(withPage(heard, 'room', full(1)), 'room').hasOlder).toBe(true);
});

it('a reader’s mark never goes back', () => {
  const read = (second: number) => ({ roomId: 'room', userId: 'sam', timeStamp: stamp(second) });
  const once = withReader(withRooms(nothingRead, [room('room', 10)]), read(8));
  expect(withReader(once, read(4)).rooms?.[0]?.marks).toEqual([{ userId: 'sam', delivered: stamp(8), read: stamp(8) }]);
});
