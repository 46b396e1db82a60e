import { randomUUID } from 'node:crypto';
import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatMessages as m } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { sql } from 'kysely';
import { connectTalker, connectTalkers, savedId, type Talker, textsOf } from '../../../test/chat';
import type { GivenShift } from '../../../test/shifts';
import { waitForEvent } from '../../../test/socket';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let given: GivenShift;
let ada: Talker;
let ben: Talker;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  ({
    given,
    people: [ada, ben],
  } = await connectTalkers(api, 2));
});
afterEach(() => {
  for (const { socket } of [ada, ben]) socket.close();
});

describe('a sent message', () => {
  it('[API-COMM-25, AUTHZ-31] reaches the others as receiveMessage, and not the sender', async () => {
    const heardOf = waitForEvent<Message>(ben.socket, 'receiveMessage');
    const sent = await ada.send('Hello');
    expect(await heardOf).toEqual(sent.data.message);
    await ada.rooms();
    expect(ada.all<Message>('receiveMessage').filter(({ message }) => message === 'Hello')).toEqual([]);
  });

  it('[API-COMM-26, CHAT-23/4] reaches every page of the sender as messageSave {clientId, message}; the same clientId again stores no second message', async () => {
    const tablet = await connectTalker(api.url, ada.guard, given);
    const clientId = randomUUID();
    const saved = [waitForEvent(ada.socket, 'messageSave'), waitForEvent(tablet.socket, 'messageSave')];
    const first = await ada.send('Once', { clientId });
    expect(await Promise.all(saved)).toEqual([first.data, first.data]);
    expect(first.data).toEqual({ clientId, message: expect.objectContaining({ message: 'Once', clientId }) });
    const again = await Promise.all([ada.send('Once', { clientId }), tablet.send('Once', { clientId })]);
    expect(again.map(({ data }) => data)).toEqual([first.data, first.data]);
    expect(textsOf(await ben.chats()).filter((text) => text === 'Once')).toHaveLength(1);
    expect((await ben.room()).unreadCount).toBe(1);
    tablet.socket.close();
  });

  it('is sent to the others again when its idempotency key is repeated, since the first process may have died before it sent the event', async () => {
    const input = { roomId: ada.roomId, jobId: given.jobId, senderId: ada.guard.id, message: 'Told?', senderType: 'guard' as const };
    const clientId = randomUUID();
    const twice = async () =>
      api.call(sendMessage, { ...input, clientId }, { token: ada.guard.token, headers: { 'idempotency-key': clientId } });
    const replies = [await twice(), await twice()];
    expect(replies[1]?.data).toEqual(replies[0]?.data);
    await ben.rooms();
    const told = ben.all<Message>('receiveMessage').filter(({ message }) => message === 'Told?');
    expect(told).toEqual([replies[0]?.data.message, replies[0]?.data.message]);
  });

  it('is stored once when it is sent ten times at the same moment', async () => {
    const clientId = randomUUID();
    const replies = await Promise.all([...Array(10)].map(() => ada.send('Twice?', { clientId })));
    expect(new Set(replies.map(savedId)).size).toBe(1);
    expect(textsOf(await ben.chats()).filter((text) => text === 'Twice?')).toHaveLength(1);
  });

  it('keeps its text: the same clientId with another text, or in another room, is refused', async () => {
    const clientId = randomUUID();
    await ada.send('This', { clientId });
    expect(await ada.send('That', { clientId })).toMatchObject({ code: 400, errors: { clientId: m.otherText } });
    expect(textsOf(await ada.chats()).filter((text) => /^Th/.test(text))).toEqual(['This']);
    // For another guard the same clientId is a different key, so no guard can find out the messages of another.
    expect(await ben.send('That', { clientId })).toMatchObject({ code: 200, data: { message: { message: 'That' } } });
  });

  it('is stored before the others receive it', async () => {
    const stored = new Promise<unknown>((resolve) =>
      ben.socket.once('receiveMessage', async ({ id }: Message) => {
        resolve((await sql`select message from chat_messages where id = ${id}`.execute(db())).rows);
      }),
    );
    await ada.send('Stored?');
    expect(await stored).toEqual([{ message: 'Stored?' }]);
  });
});

describe('marks', () => {
  it('[API-COMM-27, CHAT-23/5] deliveredMessage {roomId, messageIds} notifies the others of the messages that reached a device', async () => {
    const sent = [await ada.send('one'), await ada.send('two')].map(savedId);
    const delivered = waitForEvent(ada.socket, 'deliveredMessage');
    await ben.received(sent[1] ?? '');
    expect(await delivered).toEqual({ roomId: ada.roomId, messageIds: expect.arrayContaining(sent) });
    expect((await ada.room()).marks).toEqual([{ userId: ben.guard.id, delivered: expect.any(String), read: expect.any(String) }]);
    const third = await ada.send('three');
    const byPage = waitForEvent(ada.socket, 'deliveredMessage');
    await ben.chats();
    expect(await byPage).toEqual({ roomId: ada.roomId, messageIds: [savedId(third)] });
  });

  it('mark as delivered only what was sent to the device: of 70 messages the 30 of the page, until the guard has read the others, too', async () => {
    const sent: string[] = [];
    for (let number = 0; number < 70; number++) sent.push(savedId(await ada.send(`message ${number}`, {})));
    const before = (await ada.room()).marks;
    const [told, marked] = [waitForEvent<{ messageIds: string[] }>(ada.socket, 'deliveredMessage'), sent.slice(40)];
    const page = await ben.chats();
    expect(page.data.chats.map(({ id }) => id)).toEqual(marked);
    expect([...(await told).messageIds].sort()).toEqual([...marked].sort());
    expect((await ada.room()).marks).toEqual(before);
    const rest = waitForEvent<{ messageIds: string[] }>(ada.socket, 'deliveredMessage');
    await ben.received(sent[69] ?? '');
    expect((await rest).messageIds).toEqual(expect.arrayContaining(sent));
    expect((await ada.room()).marks[0]?.delivered).toBe(page.data.chats.at(-1)?.timeStamp);
  });

  it("[CHAT-23/9] 'read' {roomId, messageId} subtracts the read messages from unreadCount, and notifies the others", async () => {
    const sent = [await ada.send('one'), await ada.send('two'), await ada.send('three')];
    expect((await ben.room()).unreadCount).toBe(3);
    const told = waitForEvent(ada.socket, 'readMessage');
    expect(await ben.read(savedId(sent[1] as never))).toMatchObject({ code: 200, data: { roomId: ben.roomId, unreadCount: 1 } });
    expect(await told).toEqual({
      ...{ roomId: ada.roomId, userId: ben.guard.id },
      ...{ messageId: sent[1]?.data.message.id, timeStamp: sent[1]?.data.message.timeStamp },
    });
    expect((await ben.room()).unreadCount).toBe(1);
    expect((await ada.room()).marks[0]).toMatchObject({ read: sent[1]?.data.message.timeStamp });
    // A mark never moves back, and a mark without effect sends no event.
    ada.heard.length = 0;
    await ben.read(savedId(sent[0] as never));
    expect((await ben.room()).unreadCount).toBe(1);
    await ada.rooms();
    expect(ada.all('readMessage')).toEqual([]);
    // A guard's own messages are never unread.
    expect((await ada.room()).unreadCount).toBe(0);
  });

  it('notify the guard’s own other pages that less is unread', async () => {
    const other = await connectTalker(api.url, ben.guard, given);
    const told = waitForEvent(other.socket, 'changed');
    await ben.read(savedId(await ada.send('one')));
    expect(await told).toEqual({ domain: 'chat' });
    other.socket.close();
  });

  it('are accepted for messages of the room alone', async () => {
    expect(await ben.read(randomUUID())).toMatchObject({ code: 400, errors: { messageId: m.noSuchMessage } });
  });
});
