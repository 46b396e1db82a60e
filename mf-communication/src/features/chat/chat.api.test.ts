import { getChats, getRooms, initChat } from '@portal/contracts/chat/chat.endpoints';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { lines, me, room } from '@portal/testing/chat';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { createChatApi } from './chat.api';

const reading = createChatApi({ guardId: me, guard: guard() });
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

/** A server that replies with the 30 messages at or before a time. */
const server = (held: Message[]) =>
  mockEndpoint(getChats, ({ roomId, lastMessageTimeStamp }) => ({
    roomId,
    chats: held.filter(({ timeStamp }) => lastMessageTimeStamp === '' || timeStamp <= lastMessageTimeStamp).slice(-30),
  }));

it('sends the guard’s id, and requests their rooms', async () => {
  const init = mockEndpoint(initChat, ({ userId }) => ({ userId }));
  const rooms = mockEndpoint(getRooms, [room()]);
  await reading.init();
  expect(init.calls).toEqual([{ userId: me, userName: 'Ada Marsh' }]);
  expect(await reading.rooms()).toEqual([room()]);
  expect(rooms.calls).toEqual([{ userId: me }]);
});

it('requests the page of a room at a time', async () => {
  const asked = server(lines(1, 40));
  expect(ids(await reading.page(room(), ''))).toEqual(ids(lines(11, 40)));
  expect(asked.calls).toEqual([{ userId: me, jobId: mockId(101), roomId: room()._id, lastMessageTimeStamp: '' }]);
});

it('reads from the newest page down to the last message before the gap', async () => {
  const asked = server(lines(1, 100));
  const [last] = lines(50, 50);
  const found = await reading.messagesSince(room(), last?.id ?? '');
  expect(ids(found)).toEqual(ids(lines(42, 100)));
  expect(asked.calls.map(({ lastMessageTimeStamp }) => lastMessageTimeStamp)).toEqual(['', lines(71, 71)[0]?.timeStamp]);
});

it('reads down to the first message when the message before the gap no longer exists', async () => {
  const asked = server(lines(1, 65));
  expect(ids(await reading.messagesSince(room(), 'gone'))).toEqual(ids(lines(1, 65)));
  expect(asked.calls).toHaveLength(3);
});

it('ends at a page that brings no older message', async () => {
  const same = lines(1, 30).map((one) => ({ ...one, timeStamp: '2027-03-14T10:00:00.000Z' }));
  const asked = server(same);
  expect(await reading.messagesSince(room(), 'gone')).toHaveLength(30);
  expect(asked.calls).toHaveLength(2);
});
