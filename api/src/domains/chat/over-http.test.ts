import { randomUUID } from 'node:crypto';
import { BASE, type Endpoint, httpFormOf } from '@portal/contracts/_kernel/endpoint';
import { getChats, getRooms, readMessages, sendMessage } from '@portal/contracts/chat/chat.endpoints';
import type { Chats, Message, Room } from '@portal/contracts/chat/chat.shapes';
import { connectTalkers, type Talker } from '../../../test/chat';
import { waitForEvent } from '../../../test/socket';
import { testApi } from '../../../test/test-api';

const api = testApi();
let ada: Talker;
let ben: Talker;
const open: Talker[] = [];

beforeEach(async () => {
  ({
    people: [ada, ben],
  } = await connectTalkers(api, 2));
  open.push(ada, ben);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

/** Calls without a socket, as a page makes them in a network that blocks WebSocket. */
async function call<Data>({ path }: Pick<Endpoint, 'path'>, input: object, key = randomUUID(), token = ada.guard.token) {
  const { path: address, method } = httpFormOf(path);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const { body } = await api.request(BASE + address, { method, headers, body: JSON.stringify(input) });
  return body as { code: number; data: Data; errors?: Record<string, string> };
}

it('reads rooms and messages, and sends a message that reaches the others', async () => {
  const { data: rooms } = await call<Room[]>(getRooms, { userId: ada.guard.id });
  expect(rooms.map(({ _id }) => _id)).toEqual([ada.roomId]);
  const jobId = rooms[0]?.jobId._id;
  const arrives = waitForEvent<Message>(ben.socket, 'receiveMessage');
  const clientId = randomUUID();
  const input = { roomId: ada.roomId, jobId, senderId: ada.guard.id, senderType: 'guard', message: 'Over HTTP', clientId };
  expect(await call(sendMessage, input, clientId)).toMatchObject({ code: 200, data: { clientId, message: { message: 'Over HTTP' } } });
  expect(await arrives).toMatchObject({ message: 'Over HTTP' });
  const asked = { userId: ada.guard.id, jobId, roomId: ada.roomId, lastMessageTimeStamp: '' };
  const { data: page } = await call<Chats>(getChats, asked);
  const messageId = page.chats.at(-1)?.id;
  expect(page.chats.at(-1)).toMatchObject({ message: 'Over HTTP', clientId });
  expect(await call(readMessages, { roomId: ada.roomId, messageId })).toMatchObject({ code: 200, data: { unreadCount: 0 } });
});

it('stores a message once that is sent over the socket and over HTTP', async () => {
  const clientId = randomUUID();
  const input = { roomId: ada.roomId, senderId: ada.guard.id, senderType: 'guard', message: 'Once', clientId };
  const first = (await ada.socket.emitWithAck('sendMessage', input, { key: clientId })) as { data: { message: Message } };
  const again = await call<{ message: Message }>(sendMessage, input, clientId);
  expect([first, again]).toMatchObject([{ code: 200 }, { code: 200 }]);
  expect(again.data.message.id).toBe(first.data.message.id);
});

it('sends into the guard’s room without the job, and never into the room of another guard', async () => {
  const stranger = await api.guard();
  const input = { roomId: ada.roomId, senderType: 'guard', message: 'No job named', clientId: randomUUID() };
  expect((await call(sendMessage, { ...input, senderId: ada.guard.id })).code).toBe(200);
  const theirs = { ...input, senderId: stranger.id, clientId: randomUUID() };
  expect((await call(sendMessage, theirs, undefined, stranger.token)).code).toBe(403);
});

it.each([
  ['no token', { token: 'none' }, 401],
  ['fields that are not right', { input: {} }, 400],
])('refuses %s', async (_what, { token = '', input = { userId: 'x' } }: { token?: string; input?: object }, code) => {
  expect((await call(getRooms, input, undefined, token || ada.guard.token)).code).toBe(code);
});
