import { randomUUID } from 'node:crypto';
import { sendMessage } from '@portal/contracts/chat/chat.endpoints';
import { chatMessages as m } from '@portal/contracts/chat/chat.rules';
import type { Message } from '@portal/contracts/chat/chat.shapes';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { testApi } from '../../testing/api';
import { idOf, type Talker, talker, talkers, texts } from '../../testing/chat';
import type { GivenShift } from '../../testing/shifts';
import { heard } from '../../testing/socket';

const api = testApi();
let given: GivenShift;
let ada: Talker;
let ben: Talker;
const open: Talker[] = [];

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  ({
    given,
    people: [ada, ben],
  } = await talkers(api, 2));
  open.push(ada, ben);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

describe('a message that is sent', () => {
  it('[API-COMM-25, AUTHZ-31] comes to the others as receiveMessage, and not to the sender', async () => {
    const heardOf = heard<Message>(ben.socket, 'receiveMessage');
    const sent = await ada.send('Hello');
    expect(await heardOf).toEqual(sent.data.message);
    await ada.rooms();
    expect(ada.all<Message>('receiveMessage').filter(({ message }) => message === 'Hello')).toEqual([]);
  });

  it('[API-COMM-26, CHAT-23/4] comes to every page of the sender as messageSave {clientId, message}; the same clientId again makes no second message', async () => {
    const tablet = await talker(api.url, ada.guard, given);
    open.push(tablet);
    const clientId = randomUUID();
    const saved = [heard(ada.socket, 'messageSave'), heard(tablet.socket, 'messageSave')];
    const first = await ada.send('Once', { clientId });
    expect(await Promise.all(saved)).toEqual([first.data, first.data]);
    expect(first.data).toEqual({ clientId, message: expect.objectContaining({ message: 'Once', clientId }) });
    const again = await Promise.all([ada.send('Once', { clientId }), tablet.send('Once', { clientId })]);
    expect(again.map(({ data }) => data)).toEqual([first.data, first.data]);
    expect(texts(await ben.chats()).filter((text) => text === 'Once')).toHaveLength(1);
    expect((await ben.room()).unreadCount).toBe(1);
  });

  it('that is repeated under its idempotency key tells the others once more, since who stored it may have died before telling', async () => {
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

  it('is one when it is sent ten times at the same moment', async () => {
    const clientId = randomUUID();
    const replies = await Promise.all([...Array(10)].map(() => ada.send('Twice?', { clientId })));
    expect(new Set(replies.map(idOf)).size).toBe(1);
    expect(texts(await ben.chats()).filter((text) => text === 'Twice?')).toHaveLength(1);
  });

  it('keeps its text: the same clientId with another one, or in another room, is refused', async () => {
    const clientId = randomUUID();
    await ada.send('This', { clientId });
    expect(await ada.send('That', { clientId })).toMatchObject({ code: 400, errors: { clientId: m.otherText } });
    expect(texts(await ada.chats()).filter((text) => /^Th/.test(text))).toEqual(['This']);
    // Of another guard it is another name: nobody can find out what somebody else sent.
    expect(await ben.send('That', { clientId })).toMatchObject({ code: 200, data: { message: { message: 'That' } } });
  });

  it('is stored before anybody hears of it', async () => {
    const stored = new Promise<unknown>((resolve) =>
      ben.socket.once('receiveMessage', async ({ id }: Message) => {
        resolve((await sql`select message from chat_messages where id = ${id}`.execute(db())).rows);
      }),
    );
    await ada.send('Stored?');
    expect(await stored).toEqual([{ message: 'Stored?' }]);
  });
});
