import { randomUUID } from 'node:crypto';
import { chatMessages as m } from '@portal/contracts/chat/chat.rules';
import type { Chats, Message, Room } from '@portal/contracts/chat/chat.shapes';
import { sql } from 'kysely';
import { connectTalker, connectTalkers, type Talker, textsOf } from '../../../test/chat';
import { arrangeShift, type GivenShift, giveJob } from '../../../test/shifts';
import { waitForEvent } from '../../../test/socket';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

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
  } = await connectTalkers(api, 2));
  open.push(ada, ben);
});
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close();
});

/** Stores messages as if they had been sent, one a second. @returns their stamps. */
async function many(count: number, from = '2027-03-01T00:00:00Z'): Promise<void> {
  await sql`insert into chat_messages (room_id, sender_type, guard_id, client_id, message, sent_at)
    select ${ada.roomId}, 'guard', ${ada.guard.id}, gen_random_uuid(), 'old ' || n, ${from}::timestamptz + n * interval '1 second'
    from generate_series(1, ${count}) n`.execute(db());
}

describe('the rooms of a guard', () => {
  it('[API-COMM-22] init accepts userId and userName, and only the guard’s own id', async () => {
    const init = (userId: string) => ada.socket.emitWithAck('init', { userId, userName: 'Ada Roy' });
    expect(await init(ada.guard.id)).toMatchObject({ code: 200, data: { userId: ada.guard.id } });
    expect(await init(ben.guard.id)).toMatchObject({ code: 403, userMessage: m.notYou });
    for (const [key, value] of Object.entries({ userId: 'ada', userName: 'x'.repeat(201) }))
      for (const wrong of [value, undefined]) {
        const { code, errors } = await ada.socket.emitWithAck('init', { userId: ada.guard.id, userName: 'Ada Roy', [key]: wrong });
        expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
      }
  });

  it('[API-COMM-23] get_rooms is answered with the event rooms, and acknowledged with the same', async () => {
    const hall = await arrangeShift(api, ada.guard, { jobTitle: 'Hall watch', dates: ['2027-03-20'] });
    const answered = waitForEvent<Room[]>(ada.socket, 'rooms');
    const acknowledged = await ada.rooms();
    expect(acknowledged.code).toBe(200);
    expect(await answered).toEqual(acknowledged.data);
    expect(acknowledged.data.map(({ jobId }) => jobId._id).sort()).toEqual([given.jobId, hall.jobId].sort());
  });

  it('can be requested without an acknowledgement, too, and only the calling page gets the reply', async () => {
    const other = await connectTalker(api.url, ada.guard, given);
    open.push(other);
    other.heard.length = 0;
    const answered = waitForEvent<Room[]>(ada.socket, 'rooms');
    ada.socket.emit('get_rooms', { userId: ada.guard.id });
    expect((await answered)[0]?._id).toBe(ada.roomId);
    await other.rooms();
    expect(other.all('rooms')).toHaveLength(1);
  });

  it('[DATA-COMM-05, DATA-COMM-06, DATA-COMM-07, DATA-COMM-08] have _id, the job with its title, the participants, and the last message', async () => {
    const sent = await ada.send('The gate is shut.');
    const room = await ben.room();
    expect(room).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      jobId: { _id: given.jobId, jobTitle: 'Gate watch' },
      ...{ locationName: expect.any(String), firstDay: '2027-03-10', lastDay: '2027-03-10', timeZone: 'America/Toronto' },
      ...{ firstStart: expect.stringMatching(/^2027-03-1\dT.*Z$/), firstEnd: expect.stringMatching(/^2027-03-1\dT.*Z$/) },
      // The test's clock does not run, so they have the same time.
      participants: [
        ...[
          { _id: ada.guard.id, firstName: 'Test', lastName: 'Guard' },
          { _id: ben.guard.id, firstName: 'Ben', lastName: 'Moss' },
        ].sort((one, other) => one._id.localeCompare(other._id)),
        { _id: 'staff', firstName: 'Guard Portal', lastName: 'team' },
      ],
      lastMessage: { message: 'The gate is shut.', timeStamp: sent.data.message.timeStamp, senderId: ada.guard.id },
      unreadCount: 1,
      closed: null,
      marks: [{ userId: ada.guard.id, delivered: expect.any(String), read: expect.any(String) }],
    });
    api.clock.advance({ minutes: 1 });
    const answer = await ben.send('I go there.');
    const { timeStamp } = answer.data.message;
    expect((await ada.room()).lastMessage).toEqual({ message: 'I go there.', timeStamp, senderId: ben.guard.id });
    expect(timeStamp > sent.data.message.timeStamp).toBe(true);
  });

  it('[DATA-COMM-05, DATA-COMM-06] have different _ids and the id and the title of their own job', async () => {
    const { jobId: hall } = await arrangeShift(api, ada.guard, { jobTitle: 'Hall watch', dates: ['2027-03-11'] });
    const { rows } = await sql<{ id: string; job: string }>`select id, job_id as job from chat_rooms
      where job_id in (${given.jobId}, ${hall})`.execute(db());
    const { data } = await ada.rooms();
    expect(Object.fromEntries(data.map(({ _id, jobId }) => [_id, jobId]))).toEqual(
      Object.fromEntries(rows.map(({ id, job }) => [id, { _id: job, jobTitle: job === hall ? 'Hall watch' : 'Gate watch' }])),
    );
    expect([data.length, new Set([...rows.map(({ id }) => id), given.jobId, hall]).size]).toEqual([2, 4]);
  });

  it('have the site and the days of the first and last shift, so that jobs of equal title can be distinguished', async () => {
    const long = await arrangeShift(api, ada.guard, { jobTitle: 'Gate watch', dates: ['2027-03-11', '2027-03-14', '2027-03-12'] });
    const { rows } = await sql<{ place: string }>`select place from jobs where id = ${long.jobId}`.execute(db());
    const room = (await ada.rooms()).data.find(({ jobId }) => jobId._id === long.jobId);
    expect(room).toMatchObject({ locationName: rows[0]?.place, firstDay: '2027-03-11', lastDay: '2027-03-14' });
    const shift = sql<{ start: string; end: string }>`
      select starts_at as start, ends_at as end from shifts where job_id = ${long.jobId} order by starts_at limit 1`;
    const [first] = (await shift.execute(db())).rows;
    expect([room?.firstStart, room?.firstEnd]).toEqual([first?.start, first?.end]);
  });

  it('[CHAT-23/1] rooms carries Room[], the latest one first; new_group carries the Room', async () => {
    const { given: later, people } = await connectTalkers(api, 1);
    open.push(...people);
    const heardOf = waitForEvent<Room>(ben.socket, 'new_group');
    api.clock.advance({ minutes: 1 });
    await sql`update shifts set shift_date = '2027-03-11' where job_id = ${later.jobId}`.execute(db());
    await giveJob(api, ben.guard, later);
    const room = await heardOf;
    const { data } = await ben.rooms();
    expect(data.map(({ jobId }) => jobId._id)).toEqual([later.jobId, given.jobId]);
    expect(room).toEqual(data[0]);
    expect(ben.all('rooms').at(-1)).toEqual(data);
  });
});

describe('the messages of a room', () => {
  it('[API-COMM-24] get_chats is answered with the event chats, and acknowledged with the same', async () => {
    await ada.send('The gate is shut.');
    const answered = waitForEvent(ben.socket, 'chats');
    const reply = await ben.chats();
    expect(textsOf(reply)).toContain('The gate is shut.');
    expect(reply).toMatchObject({ code: 200, data: { roomId: ben.roomId, chats: expect.any(Array) } });
    expect(await answered).toEqual(reply.data);
  });

  it('[API-COMM-24] chats returns only the messages of the requested room', async () => {
    api.clock.set('2027-03-10T15:01:00.000Z');
    const hall = await arrangeShift(api, ben.guard, { jobTitle: 'Hall watch', dates: ['2027-03-11'] });
    const there = await connectTalker(api.url, ben.guard, hall);
    open.push(there);
    await ada.send('The gate is shut.');
    await there.send('The hall is dark.');
    const asked = async ({ roomId, jobId }: Talker) => {
      const answered = waitForEvent<Chats>(ben.socket, 'chats');
      const { data } = await ben.chats({ roomId, jobId });
      expect(await answered).toEqual(data);
      const { chats } = data;
      return [data.roomId, new Set(chats.map((one) => one.roomId)), chats.map(({ message }) => message).filter((one) => /^The/.test(one))];
    };
    expect(await asked(ben)).toEqual([ben.roomId, new Set([ben.roomId]), ['The gate is shut.']]);
    expect(await asked(there)).toEqual([there.roomId, new Set([there.roomId]), ['The hall is dark.']]);
  });

  it('[CHAT-23/2] a page is the 30 newest at or before lastMessageTimeStamp, the newest of all for an empty one', async () => {
    await sql`delete from chat_messages where room_id = ${ada.roomId}`.execute(db());
    await many(70);
    const newest = await ben.chats({ lastMessageTimeStamp: '' });
    expect(textsOf(newest)).toEqual(Array.from({ length: 30 }, (_, index) => `old ${41 + index}`));
    const older = await ben.chats({ lastMessageTimeStamp: newest.data.chats[0]?.timeStamp });
    expect(textsOf(older)).toEqual(Array.from({ length: 30 }, (_, index) => `old ${12 + index}`));
    const oldest = await ben.chats({ lastMessageTimeStamp: older.data.chats[0]?.timeStamp });
    expect(textsOf(oldest)).toEqual(Array.from({ length: 12 }, (_, index) => `old ${1 + index}`));
  });

  it.each([[undefined], [null], [0], [1_741_618_800_000]])(
    '[CHAT-13] replies the newest page when lastMessageTimeStamp is %p',
    async (stamp) => {
      const newest = textsOf(await ben.chats());
      expect(textsOf(await ben.chats({ lastMessageTimeStamp: stamp }))).toEqual(newest);
      expect(newest.length).toBeGreaterThan(0);
    },
  );

  it('[CHAT-14] stores a message without clientId once for each emit', async () => {
    const first = await ada.send('All quiet at the gate', { clientId: undefined });
    const second = await ada.send('All quiet at the gate', { clientId: undefined });
    expect([first.code, second.code]).toEqual([200, 200]);
    expect(first.data.message.id).not.toBe(second.data.message.id);
    expect(textsOf(await ben.chats()).slice(-2)).toEqual(['All quiet at the gate', 'All quiet at the gate']);
  });

  it('[CHAT-23/3] receiveMessage carries a Message with its eight fields; pages are ordered by timeStamp, then id', async () => {
    const heardOf = waitForEvent<Message>(ben.socket, 'receiveMessage');
    const clientId = randomUUID();
    const sent = await ada.send('On my round', { clientId });
    const message = {
      id: sent.data.message.id,
      roomId: ada.roomId,
      senderId: ada.guard.id,
      senderName: 'Test Guard',
      senderType: 'guard',
      message: 'On my round',
      timeStamp: expect.stringMatching(/^2027-03-10T15:00:00\.\d{3}Z$/),
      clientId,
    };
    expect(await heardOf).toEqual(message);
    const answered = waitForEvent<Message>(ada.socket, 'receiveMessage');
    await ben.send('So am I');
    expect(await answered).toMatchObject({ senderId: ben.guard.id, senderName: 'Ben Moss', senderType: 'guard' });
    await sql`delete from chat_messages where room_id = ${ada.roomId}`.execute(db());
    await many(9, '2027-03-02T00:00:00Z');
    await sql`update chat_messages set sent_at = '2027-03-02T00:00:05Z'
      where room_id = ${ada.roomId} and message not in ('old 1', 'old 9')`.execute(db());
    const { chats } = (await ben.chats()).data;
    const order = [...chats].sort((a, b) => a.timeStamp.localeCompare(b.timeStamp) || a.id.localeCompare(b.id));
    expect(chats.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
    expect([chats.length, chats[0]?.message, chats[8]?.message]).toEqual([9, 'old 1', 'old 9']);
  });

  it('have growing stamps when the clock goes back, and when many are sent concurrently', async () => {
    await ada.send('first');
    api.clock.set('2027-03-10T14:00:00.000Z');
    await Promise.all([...Array(10)].map((_, index) => (index % 2 ? ada : ben).send(`at once ${index}`)));
    const { chats } = (await ada.chats()).data;
    const stamps = chats.map(({ timeStamp }) => timeStamp);
    expect(new Set(stamps).size).toBe(stamps.length);
    expect(chats.filter(({ message }) => /^first|^at once/.test(message)).map(({ message }) => message)[0]).toBe('first');
  });
});
