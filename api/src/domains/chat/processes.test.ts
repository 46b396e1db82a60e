import { randomUUID } from 'node:crypto';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import pg from 'pg';
import { connectTalker, connectTalkers, type Talker, textsOf } from '../../../test/chat';
import { startSecondApi } from '../../../test/second-api';
import { type GivenShift, giveJob } from '../../../test/shifts';
import { waitForEvent } from '../../../test/socket';
import { startApi, type TestApi } from '../../../test/test-api';

jest.setTimeout(240_000);

let api: TestApi;
let beside: Awaited<ReturnType<typeof startSecondApi>>;
let given: GivenShift;
/** Ada is connected to the first API, Ben and his tablet to the other. */
let ada: Talker;
let ben: Talker;
let tablet: Talker;

beforeAll(async () => {
  api = await startApi({ severalProcesses: true });
  beside = await startSecondApi(api);
});
afterAll(async () => {
  await beside.stop();
  await api.stop();
});
beforeEach(async () => {
  const made = await connectTalkers(api, 2);
  given = made.given;
  const [first, second] = made.people;
  ada = first;
  second.socket.close();
  ben = await connectTalker(beside.url, second.guard, given);
  tablet = await connectTalker(api.url, second.guard, given);
});
afterEach(() => {
  for (const { socket } of [ada, ben, tablet]) socket.close();
});

describe('two APIs over one database', () => {
  it('a message sent at one arrives at the other, both ways, once', async () => {
    const there = waitForEvent<Message>(ben.socket, 'receiveMessage');
    const sent = await ada.send('To the other process');
    expect(await there).toEqual(sent.data.message);
    const [back, saved] = [waitForEvent<Message>(ada.socket, 'receiveMessage'), waitForEvent(tablet.socket, 'messageSave')];
    const answer = await ben.send('And back');
    expect(await back).toEqual(answer.data.message);
    expect(await saved).toEqual(answer.data);
    await Promise.all([ada.rooms(), ben.rooms()]);
    expect(ben.all<Message>('receiveMessage').filter(({ id }) => id === sent.data.message.id)).toHaveLength(1);
  });

  it('marks and new rooms arrive at the other, too', async () => {
    const sent = await ada.send('Read me');
    const [delivered, read] = [waitForEvent(ada.socket, 'deliveredMessage'), waitForEvent(ada.socket, 'readMessage')];
    await ben.read(sent.data.message.id);
    expect(await delivered).toMatchObject({ messageIds: expect.arrayContaining([sent.data.message.id]) });
    expect(await read).toMatchObject({ userId: ben.guard.id, messageId: sent.data.message.id });
    const newcomer = await connectTalker(beside.url, await api.guard(), given);
    const group = waitForEvent<Room>(newcomer.socket, 'new_group');
    await giveJob(api, newcomer.guard, given);
    expect((await group)._id).toBe(ada.roomId);
    newcomer.socket.close();
  });

  it('a clientId that arrives at both at the same moment makes one message', async () => {
    const clientId = randomUUID();
    const replies = await Promise.all([...Array(8)].map((_, index) => (index % 2 ? ben : tablet).send('Which way?', { clientId })));
    expect(new Set(replies.map(({ code, data }) => `${code} ${data.message.id}`)).size).toBe(1);
    expect(textsOf(await ada.chats()).filter((text) => text === 'Which way?')).toHaveLength(1);
  });
});

/**
 * The messages that a page shows: those received by the socket, and after a notice of possible loss those read back to the last message before
 * it. Each id once.
 */
function showing(who: Talker) {
  const shown = new Map<string, string>();
  let wanted = { count: Number.POSITIVE_INFINITY, reached: () => {} };
  let sureOf: string | null = null;
  let line = Promise.resolve();
  const show = ({ id, message, senderType }: Message) => {
    if (senderType === 'guard') shown.set(id, message);
    if (shown.size >= wanted.count) wanted.reached();
  };
  async function readAgain(): Promise<void> {
    let newest: string | null = null;
    for (let upTo = ''; ; ) {
      const { code, data } = await who.chats({ lastMessageTimeStamp: upTo });
      if (code !== 200) continue;
      for (const message of data.chats) show(message);
      newest ??= data.chats.at(-1)?.id ?? null;
      const oldest = data.chats[0];
      if (data.chats.length < 30 || !oldest || data.chats.some(({ id }) => id === sureOf)) break;
      upTo = oldest.timeStamp;
    }
    sureOf = newest;
  }
  who.socket.on('receiveMessage', show);
  who.socket.on('messageSave', ({ message }: { message: Message }) => show(message));
  const onChanged = ({ domain }: { domain: string | null }) => {
    if (domain === null) line = line.then(readAgain);
  };
  who.socket.on('changed', onChanged);
  return {
    shown,
    /** Resolves when reading has ended, because a call on a closed socket would reject. */
    end() {
      who.socket.off('changed', onChanged);
      return line;
    },
    reaches: (count: number) =>
      new Promise<void>((resolve) => {
        wanted = { count, reached: resolve };
        if (shown.size >= count) resolve();
      }),
  };
}

/** Sends as the page does: the same clientId until it is acknowledged. */
async function sendUntilStored(who: Talker, text: string): Promise<void> {
  const clientId = randomUUID();
  for (;;) {
    const { code } = await who.send(text, { clientId });
    if (code === 200) return;
    if (code < 500) throw new Error(`${text}: ${code}`);
  }
}

describe('while connections to the database are cut', () => {
  it('each of 200 messages is stored once and shown once to everyone', async () => {
    const client = new pg.Client(api.database as pg.ClientConfig);
    await client.connect();
    const pages = [ada, ben, tablet].map(showing);
    const everything = Array.from({ length: 200 }, (_, number) => `message ${number}`);
    const waiting = [...everything];
    const cuts: Promise<number>[] = [];
    const cut = async () => {
      const { rows } = await client.query(
        'select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return rows[0].cut;
    };
    const sender = async (who: Talker) => {
      for (let text = waiting.shift(); text; text = waiting.shift()) {
        // Cuts by the number of messages, not by time, so that on any machine some messages are in flight each time.
        if (waiting.length % 16 === 8) cuts.push(cut());
        await sendUntilStored(who, text);
      }
    };
    await Promise.all([sender(ada), sender(ada), sender(ben), sender(tablet)]);
    await Promise.all(pages.map(({ reaches }) => reaches(200)));
    await Promise.all(pages.map(({ end }) => end()));
    const rounds = await Promise.all(cuts);
    const { rows } = await client.query(`select id, message from chat_messages where room_id = $1 and sender_type = 'guard'`, [ada.roomId]);
    await client.end();
    expect(rounds.filter((connections) => connections > 0).length).toBeGreaterThanOrEqual(3);
    expect(rows.map(({ message }) => message).sort()).toEqual([...everything].sort());
    for (const { shown } of pages)
      expect(new Map([...shown].sort())).toEqual(new Map(rows.map(({ id, message }): [string, string] => [id, message]).sort()));
  });
});
