import { randomUUID } from 'node:crypto';
import { chatMessages as m } from '@portal/contracts/chat/chat.rules';
import { testApi } from '../../testing/api';
import { idOf, type Talker, talker, talkers } from '../../testing/chat';
import type { GivenShift } from '../../testing/shifts';
import { heard } from '../../testing/socket';

const api = testApi();
let given: GivenShift;
let ada: Talker;
let ben: Talker;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  ({
    given,
    people: [ada, ben],
  } = await talkers(api, 2));
});
afterEach(() => {
  for (const { socket } of [ada, ben]) socket.close();
});

describe('marks', () => {
  it('[API-COMM-27, CHAT-23/5] deliveredMessage {roomId, messageIds} tells the others what came to a device', async () => {
    const sent = [await ada.send('one'), await ada.send('two')].map(idOf);
    const delivered = heard(ada.socket, 'deliveredMessage');
    await ben.received(sent[1] ?? '');
    expect(await delivered).toEqual({ roomId: ada.roomId, messageIds: expect.arrayContaining(sent) });
    expect((await ada.room()).marks).toEqual([{ userId: ben.guard.id, delivered: expect.any(String), read: expect.any(String) }]);
    const third = await ada.send('three');
    const byPage = heard(ada.socket, 'deliveredMessage');
    await ben.chats();
    expect(await byPage).toEqual({ roomId: ada.roomId, messageIds: [idOf(third)] });
  });

  it('say delivered of what left the server alone: of 70 messages the 30 of the page, until the guard has the others too', async () => {
    const sent: string[] = [];
    for (let number = 0; number < 70; number++) sent.push(idOf(await ada.send(`message ${number}`, {})));
    const before = (await ada.room()).marks;
    const [told, marked] = [heard<{ messageIds: string[] }>(ada.socket, 'deliveredMessage'), sent.slice(40)];
    const page = await ben.chats();
    expect(page.data.chats.map(({ id }) => id)).toEqual(marked);
    expect([...(await told).messageIds].sort()).toEqual([...marked].sort());
    expect((await ada.room()).marks).toEqual(before);
    const rest = heard<{ messageIds: string[] }>(ada.socket, 'deliveredMessage');
    await ben.received(sent[69] ?? '');
    expect((await rest).messageIds).toEqual(expect.arrayContaining(sent));
    expect((await ada.room()).marks[0]?.delivered).toBe(page.data.chats.at(-1)?.timeStamp);
  });

  it("[CHAT-23/9] 'read' {roomId, messageId} takes what was seen from unreadCount, and the others hear of it", async () => {
    const sent = [await ada.send('one'), await ada.send('two'), await ada.send('three')];
    expect((await ben.room()).unreadCount).toBe(3);
    const told = heard(ada.socket, 'readMessage');
    expect(await ben.read(idOf(sent[1] as never))).toMatchObject({ code: 200, data: { roomId: ben.roomId, unreadCount: 1 } });
    expect(await told).toEqual({
      ...{ roomId: ada.roomId, userId: ben.guard.id },
      ...{ messageId: sent[1]?.data.message.id, timeStamp: sent[1]?.data.message.timeStamp },
    });
    expect((await ben.room()).unreadCount).toBe(1);
    expect((await ada.room()).marks[0]).toMatchObject({ read: sent[1]?.data.message.timeStamp });
    // Never back, and nobody is told of what they know.
    ada.heard.length = 0;
    await ben.read(idOf(sent[0] as never));
    expect((await ben.room()).unreadCount).toBe(1);
    await ada.rooms();
    expect(ada.all('readMessage')).toEqual([]);
    // What one wrote oneself is not unread.
    expect((await ada.room()).unreadCount).toBe(0);
  });

  it("tell the guard's own other pages that less is unread", async () => {
    const other = await talker(api.url, ben.guard, given);
    const told = heard(other.socket, 'changed');
    await ben.read(idOf(await ada.send('one')));
    expect(await told).toEqual({ domain: 'chat' });
    other.socket.close();
  });

  it('are of messages in the room alone', async () => {
    expect(await ben.read(randomUUID())).toMatchObject({ code: 400, errors: { messageId: m.noSuchMessage } });
  });
});
