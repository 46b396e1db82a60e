import { randomUUID } from 'node:crypto';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import { chatMessages as m } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { connectTalker, connectTalkers, type Talker, textsOf } from '../../../test/chat';
import type { GivenShift } from '../../../test/shifts';
import { openSocket } from '../../../test/socket';
import { startApi, type TestApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

let api: TestApi;
let given: GivenShift;
let ada: Talker;
let ben: Talker;
let eve: Talker;

beforeAll(async () => {
  api = await startApi({ callLimit: { burst: 40, perSecond: 1 } });
});
afterAll(() => api.stop());

/** Two guards who share a room, and a third who is not in it. */
async function meet() {
  ({
    given,
    people: [ada, ben],
  } = await connectTalkers(api, 2));
  eve = await connectTalker(api.url, await api.guard(), { ...given, roomId: ada.roomId });
}
function part() {
  for (const { socket } of [ada, ben, eve]) socket.close();
}

/** Every client event of the chat, as this guard sends it. */
const events = ({ guard, roomId, jobId }: Talker, messageId: string) => ({
  init: { userId: guard.id, userName: 'Ben' },
  get_rooms: { userId: guard.id },
  get_chats: { userId: guard.id, jobId, roomId, lastMessageTimeStamp: '' },
  received: { roomId, messageId },
  read: { roomId, messageId },
  sendMessage: { roomId, jobId, senderId: guard.id, message: 'Fine', senderType: 'guard', clientId: randomUUID() },
});

const stored = async () =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from chat_messages where sender_type = 'guard' and room_id = ${ada.roomId}`.execute(db())
  ).rows[0]?.count;

describe('chat access, with a new room for each test', () => {
  beforeEach(meet);
  afterEach(part);

  it('reads and marks repeated under one key store no rows', async () => {
    const { data } = await ada.send('Hello');
    const key = { key: 'one-key-of-mine' };
    const { sendMessage: _send, ...others } = events(ben, data.message.id);
    for (const [name, input] of Object.entries(others))
      for (const _ of [1, 2]) expect(await ben.socket.emitWithAck(name, input, key)).toMatchObject({ code: 200 });
    const { rows } = await sql`select key from idempotency_keys where guard_id = ${ben.guard.id} and endpoint like 'chat.%'`.execute(db());
    expect(rows).toEqual([]);
  });

  describe('a guard outside the room', () => {
    it('cannot read, write or mark in the room, and receives no events of it', async () => {
      const { data } = await ada.send('For us');
      const refused = { code: 403, userMessage: m.notYours, data: null };
      expect(await eve.chats()).toMatchObject(refused);
      expect(await eve.send('Let me in')).toMatchObject(refused);
      expect(await eve.read(data.message.id)).toMatchObject(refused);
      expect(await eve.received(data.message.id)).toMatchObject(refused);
      expect(eve.heard.filter(([name]) => name !== 'rooms' && name !== 'count')).toEqual([]);
      expect(await stored()).toBe(1);
    });

    it('gets the same reply for a room of others as for a room that does not exist', async () => {
      const [here, nowhere] = [await eve.chats(), await eve.chats({ roomId: eve.guard.id })];
      expect({ ...here, reference: '' }).toEqual({ ...nowhere, reference: '' });
    });

    it('[CHAT-23/6] the server trusts the token of the handshake alone: no guard acts, reads or gets replies under another guard’s id', async () => {
      const as = { userId: ada.guard.id, senderId: ada.guard.id };
      const refused = { code: 403, data: null };
      expect(await ben.send('I am Ada', as)).toMatchObject(refused);
      expect(await ben.chats(as)).toMatchObject(refused);
      expect(await ben.socket.emitWithAck('get_rooms', as)).toMatchObject(refused);
      expect(await ben.socket.emitWithAck('init', { ...as, userName: 'Ada' })).toMatchObject(refused);
      expect(await stored()).toBe(0);
      for (const token of [null, 'made-up', `${ada.guard.token}x`]) await expect(openSocket(api.url, { token })).rejects.toThrow('401');
    });

    it('cannot combine their own room with a job of others, or their own job with a room of others', async () => {
      const { given: other, people } = await connectTalkers(api, 1);
      expect(await ada.send('Wrong job', { jobId: other.jobId })).toMatchObject({ code: 403 });
      expect(await ada.chats({ jobId: other.jobId })).toMatchObject({ code: 403 });
      expect(await ada.chats({ roomId: people[0].roomId })).toMatchObject({ code: 403 });
      people[0].socket.close();
    });

    it('marks no message of another room as read in the guard’s own', async () => {
      const { people } = await connectTalkers(api, 1);
      const { data } = await people[0].send('Elsewhere');
      expect(await ada.read(data.message.id)).toMatchObject({ code: 400, errors: { messageId: m.noSuchMessage } });
      people[0].socket.close();
    });
  });

  describe('a token', () => {
    it('that ended since the handshake ends the socket: it receives and sends nothing more', async () => {
      const ended = new Promise((resolve) => ada.socket.once('disconnect', resolve));
      await api.call(logout, {} as never, { token: ada.guard.token });
      await ended;
      await ben.send('After the logout');
      await ben.rooms();
      expect(ada.all('receiveMessage')).toEqual([]);
    });

    it('that ended in the database alone is detected at the next call: 401, and the socket closes', async () => {
      await sql`update sessions set ended_at = now() where guard_id = ${ada.guard.id}`.execute(db());
      const ended = new Promise((resolve) => ada.socket.once('disconnect', resolve));
      expect(await ada.send('Still here')).toMatchObject({ code: 401 });
      await ended;
      expect(await stored()).toBe(0);
    });
  });

  describe('a client event', () => {
    it.each(['init', 'get_rooms', 'get_chats', 'received', 'read', 'sendMessage'] as const)(
      '[CHAT-23/8] %s is acknowledged with the envelope: 200, 400, 401, 403 and, in a flood, 429',
      async (name) => {
        const { data } = await ada.send('Hello');
        const say = (who: Talker, input: object) => who.socket.emitWithAck(name, input);
        const right = events(ben, data.message.id)[name];
        expect(await say(ben, right)).toMatchObject({ code: 200, message: expect.any(String), data: expect.anything() });
        expect(await say(ben, {})).toMatchObject({ code: 400, message: expect.any(String), data: null });
        // Another guard's id, or a room of other guards.
        expect(await say(eve, right)).toMatchObject({ code: 403, data: null });
        const flood = await Promise.all(Array.from({ length: 50 }, () => say(ben, right)));
        expect(flood.at(-1)).toMatchObject({ code: 429, data: null });
        await sql`update sessions set ended_at = now() where guard_id = ${eve.guard.id}`.execute(db());
        expect(await say(eve, right)).toMatchObject({ code: 401, data: null });
      },
    );

    it('[CHAT-23/8] a message that is too long is answered 413, and a flood of messages harms no other guard', async () => {
      const { code, message, data } = await ada.send('Fine');
      expect([code, typeof message, data.message.message]).toEqual([200, 'string', 'Fine']);
      expect(await ada.send('')).toMatchObject({ code: 400, data: null, errors: { message: m.empty } });
      expect(await ada.send('x'.repeat(4001))).toMatchObject({ code: 413, data: null, userMessage: m.tooLong });
      expect(await eve.send('Not mine')).toMatchObject({ code: 403, data: null });
      const flood = await Promise.all(Array.from({ length: 60 }, (_, index) => ada.send(`flood ${index}`)));
      const codes = flood.map((reply) => reply.code);
      expect(new Set(codes)).toEqual(new Set([200, 429]));
      expect(flood.find((reply) => reply.code === 429)).toMatchObject({ data: null, userMessage: expect.any(String) });
      // The other guards are not affected, neither on their sockets nor by HTTP.
      expect(await ben.send('I can')).toMatchObject({ code: 200 });
      expect((await api.call(listNotifications, {} as never, { token: ada.guard.token })).code).toBe(200);
      await sql`update sessions set ended_at = now() where guard_id = ${ben.guard.id}`.execute(db());
      expect(await ben.rooms()).toMatchObject({ code: 401, data: null });
    });

    it('of exactly 4,000 characters is accepted, also when each of them is four bytes long', async () => {
      expect(await ada.send('x'.repeat(4000))).toMatchObject({ code: 200 });
      expect(await ada.send('👍'.repeat(2000))).toMatchObject({ code: 200, data: { message: { message: '👍'.repeat(2000) } } });
    });

    it('of a megabyte is refused with a message, and stores nothing; beyond two only that connection closes', async () => {
      expect(await ada.send('x'.repeat(1024 * 1024))).toMatchObject({ code: 413, data: null });
      const ended = new Promise((resolve) => ada.socket.once('disconnect', resolve));
      ada.socket.emit('sendMessage', { message: 'x'.repeat(3 * 1024 * 1024) });
      await ended;
      expect(await ben.send('Still here')).toMatchObject({ code: 200 });
      expect(await stored()).toBe(1);
    });

    it.each([
      ['HTML', '<img src=x onerror=alert(1)><script>alert(2)</script>', '<img src=x onerror=alert(1)><script>alert(2)</script>'],
      ['characters that turn the direction of writing', '\u202e\u2066txt.exe\u2069', 'txt.exe'],
      ['control characters', 'a\u0000b\u001b[31mc\u0085', 'ab[31mc'],
      ['half a character', 'x\ud800y', 'x\ufffdy'],
      ['SQL', `'); drop table chat_messages; --`, `'); drop table chat_messages; --`],
      ['lines', ' one\r\ntwo ', 'one\ntwo'],
    ])('with %s comes to the others as plain text, as it is stored', async (_what, typed, kept) => {
      const { data } = await ada.send(typed);
      expect(data.message.message).toBe(kept);
      expect(textsOf(await ben.chats()).at(-1)).toBe(kept);
      expect(ben.all<Message>('receiveMessage').at(-1)?.message).toBe(kept);
    });

    it('gets its time from the server: a device clock that is a year off changes no stamp', async () => {
      const { data } = await ada.send('My clock is wrong', { timeStamp: '2030-01-01T00:00:00Z', at: '2030-01-01T00:00:00Z' });
      expect(data.message.timeStamp.slice(0, 10)).toBe('2027-03-10');
    });
  });
});

/** These tests store nothing, so they share one room. */
describe('a refused chat event', () => {
  beforeAll(meet);
  afterAll(part);
  afterEach(async () => expect(await stored()).toBe(0));

  it.each(['staff', 'system', 'admin', '', null])('sends as %p in vain: a guard sends as a guard', async (senderType) => {
    expect(await ada.send('From the office', { senderType })).toMatchObject({ code: 400, errors: { senderType: expect.any(String) } });
  });

  it.each([[''], ['  \n '], ['\u200b'], ['\u0000'], [null], [undefined], [{}], [['x']]])('[CHAT-07] %j is no message', async (message) => {
    expect(await ada.send(message)).toMatchObject({ code: 400, errors: { message: expect.any(String) } });
  });

  it.each([
    ['clientId', 'x'],
    ['roomId', '../..'],
    ['jobId', { $ne: '' }],
  ])('with %s %p is refused by its field', async (field, value) => {
    expect(await ada.send('Hello', { [field]: value })).toMatchObject({ code: 400, errors: { [field]: expect.any(String) } });
  });

  it.each([
    ['yesterday'],
    ['2027-13-40T00:00:00Z'],
    ['9999999-01-01T00:00:00Z'],
    ['2027-03-10T00:00:00+20:00'],
    ['0000-01-01T00:00:00Z'],
    ['2027-02-30T00:00:00Z'],
    [{}],
  ])('asks for a page at %p in vain', async (lastMessageTimeStamp) =>
    expect(await ada.chats({ lastMessageTimeStamp })).toMatchObject({ code: 400 }),
  );
});
