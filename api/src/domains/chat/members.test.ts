import { cancelAward } from '@portal/contracts/applications/applications.staff';
import { closings, chatMessages as m } from '@portal/contracts/chat/chat.rules';
import type { Message, Room } from '@portal/contracts/chat/chat.shapes';
import { listChats, readChat, writeChat } from '@portal/contracts/chat/chat.staff';
import { removeGuard, suspendGuard } from '@portal/contracts/guards/guards.staff';
import { cancelJob, removeJob } from '@portal/contracts/jobs/jobs.staff';
import { sql } from 'kysely';
import { connectTalker, connectTalkers, type Talker, textsOf } from '../../../test/chat';
import { noteCalls } from '../../../test/enotes';
import { type GivenShift, giveJob, shiftCalls } from '../../../test/shifts';
import { openSocket, waitForEvent } from '../../../test/socket';
import { testApi } from '../../../test/test-api';
import { STAFF_TOKEN } from '../../../test/test-env';
import { db } from '../../platform/database/db';
import { sendDueNotices } from '../shifts/notices.service';

const NOW = '2027-03-10T15:00:00.000Z';
const api = testApi();
let given: GivenShift;
let ada: Talker;
let ben: Talker;

beforeEach(async () => {
  api.clock.set(NOW);
  ({
    given,
    people: [ada, ben],
  } = await connectTalkers(api, 2));
});
afterEach(() => {
  for (const { socket } of [ada, ben]) socket.close();
});

const takeBack = (who: Talker) => api.call(cancelAward, { jobId: given.jobId, guard: who.guard.id } as never);

describe('membership of a room', () => {
  it('[API-COMM-28] new_group sends a guard the room with their award; the others in it receive who came', async () => {
    const guard = await api.guard({ firstName: 'Cleo', lastName: 'Moss' } as never);
    const cleo = await connectTalker(api.url, guard, given);
    const [group, said, again] = [
      waitForEvent<Room>(cleo.socket, 'new_group'),
      waitForEvent<Message>(ada.socket, 'receiveMessage'),
      waitForEvent(ada.socket, 'changed'),
    ];
    await giveJob(api, guard, given);
    expect(await group).toMatchObject({ _id: ada.roomId, jobId: { _id: given.jobId }, unreadCount: 0, closed: null });
    const inside = (await group).participants.map(({ _id }) => _id);
    expect([inside.at(-1), [...inside].sort()]).toEqual(['staff', [ada.guard.id, ben.guard.id, guard.id, 'staff'].sort()]);
    expect(await said).toMatchObject({ senderId: 'system', senderType: 'system', message: 'Cleo Moss joined the chat.', clientId: null });
    expect(await again).toEqual({ domain: 'chat' });
    // Messages about joining and leaving do not count as unread.
    expect((await ben.room()).unreadCount).toBe(0);
    cleo.socket.close();
  });

  it('depends on the award alone: without one there is no room', async () => {
    const stranger = await connectTalker(api.url, await api.guard(), { ...given, roomId: ada.roomId });
    expect((await stranger.rooms()).data).toEqual([]);
    stranger.socket.close();
  });

  it('[CHAT-23/10] the room of a revoked award stays readable for its former guard, up to the revocation, and is closed for writing', async () => {
    await ada.send('Before');
    const told = waitForEvent(ben.socket, 'changed');
    expect((await takeBack(ben)).code).toBe(200);
    await told;
    api.clock.advance({ minutes: 1 });
    await ada.send('After');
    const room = await ben.room();
    expect(room).toMatchObject({
      closed: 'award-taken-back',
      lastMessage: { message: expect.stringMatching(/is no longer on this job\.$/) },
    });
    const read = textsOf(await ben.chats());
    expect([read.includes('Before'), read.includes('After')]).toEqual([true, false]);
    expect(await ben.send('Hello?')).toMatchObject({ code: 403, userMessage: closings['award-taken-back'] });
    await ben.rooms();
    expect(ben.all<Message>('receiveMessage').filter(({ message }) => message === 'After')).toEqual([]);
    const after = (await ada.chats()).data.chats.at(-1);
    expect(await ben.read(after?.id ?? '')).toMatchObject({ code: 400 });
    // The remaining guard is still in the room.
    expect((await ada.room()).participants.map(({ _id }) => _id)).toEqual([ada.guard.id, 'staff']);
    // A second award opens the room again.
    await giveJob(api, ben.guard, given);
    expect(await ben.send('Back again')).toMatchObject({ code: 200 });
  });

  it('[CHAT-23/10] the room of a cancelled job stays readable for its guards, and is closed for writing', async () => {
    const before = waitForEvent(ben.socket, 'receiveMessage');
    await ada.send('Before');
    await before;
    const told = waitForEvent<Message>(ben.socket, 'receiveMessage');
    expect((await api.call(cancelJob, { jobId: given.jobId, reason: 'Flood' } as never)).code).toBe(200);
    expect(await told).toMatchObject({ senderType: 'system', message: 'This job was cancelled. The chat is closed.' });
    for (const one of [ada, ben]) {
      expect(await one.room()).toMatchObject({ closed: 'job-cancelled' });
      expect(textsOf(await one.chats())).toEqual(expect.arrayContaining(['Before', 'This job was cancelled. The chat is closed.']));
      expect(await one.send('Hello?')).toMatchObject({ code: 403, userMessage: closings['job-cancelled'] });
    }
  });

  it('a repeat of a message from before the room closed still gets its reply', async () => {
    const clientId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    const { data } = await ada.send('In time', { clientId });
    await takeBack(ada);
    expect(await ada.send('In time', { clientId })).toMatchObject({ code: 200, data });
  });

  it('ends for a suspended guard, who receives nothing more', async () => {
    await api.call(suspendGuard, { guard: ben.guard.id } as never);
    expect(await ben.chats()).toMatchObject({ code: 403 });
    await ada.send('Not for Ben');
    await ada.rooms();
    expect(ben.all<Message>('receiveMessage').filter(({ message }) => message === 'Not for Ben')).toEqual([]);
  });

  it('ends when a test guard or a test job is removed', async () => {
    await ben.send('From one who goes');
    expect((await api.call(removeGuard, { guard: ben.guard.id })).code).toBe(200);
    expect(textsOf(await ada.chats())).not.toContain('From one who goes');
    expect((await ada.room()).participants.map(({ _id }) => _id)).toEqual([ada.guard.id, 'staff']);
    await sql`update jobs set is_test = true where id = ${given.jobId}`.execute(db());
    expect((await api.call(removeJob, { jobId: given.jobId })).code).toBe(200);
    expect((await sql`select from chat_rooms where job_id = ${given.jobId}`.execute(db())).rows).toHaveLength(0);
    expect((await ada.rooms()).data).toEqual([]);
  });
});

describe('an SOS', () => {
  it("[ONJOB-27/8] is pushed to the job's chat room, turned on and turned off, with the place", async () => {
    api.clock.set('2027-03-10T18:00:00.000Z');
    const me = shiftCalls(api, ada.guard, given);
    await me.start();
    const help = waitForEvent<Message>(ben.socket, 'receiveMessage');
    await me.sos({ lat: 43.651, long: -79.383 });
    const name = (await ben.room()).participants.find(({ _id }) => _id === ada.guard.id);
    expect(await help).toMatchObject({
      ...{ senderType: 'system', senderId: 'system', roomId: ben.roomId, timeStamp: '2027-03-10T18:00:00.000Z' },
      message: `SOS: ${name?.firstName} ${name?.lastName} asks for help. Position: 43.651, -79.383`,
    });
    expect((await ben.room()).unreadCount).toBe(1);
    // Pressed again, it is the same SOS.
    await me.sos({ lat: 43.651, long: -79.383 });
    const over = waitForEvent<Message>(ben.socket, 'receiveMessage');
    await me.sos({ active: false });
    // A cancellation waits ten seconds, and a new press replaces it.
    api.clock.advance({ seconds: 10 });
    await sendDueNotices('chat');
    expect((await over).message).toMatch(/ turned the SOS off\.$/);
    expect(textsOf(await ada.chats()).filter((text) => text.includes('SOS'))).toHaveLength(2);
  });
});

describe('staff', () => {
  it('list the rooms, read one, and write in it', async () => {
    await ada.send('Who has the keys?');
    const { data: rooms } = await api.call(listChats, { searchBy: 'gate', limit: 50 } as never);
    expect(rooms.docs.find(({ jobId }) => jobId === given.jobId)).toMatchObject({
      ...{ roomId: ada.roomId, jobTitle: 'Gate watch', lastMessage: 'Who has the keys?', isClosed: false },
      guards: [expect.any(String), expect.any(String)],
    });
    const told = waitForEvent<Message>(ada.socket, 'receiveMessage');
    const { data } = await api.call(writeChat, { jobId: given.jobId, message: 'At the desk.' });
    expect(data).toMatchObject({ senderId: 'staff', senderName: 'Guard Portal team', senderType: 'staff', clientId: null });
    expect(await told).toEqual(data);
    const page = await api.call(readChat, { jobId: given.jobId } as never);
    expect(textsOf(page).slice(-2)).toEqual(['Who has the keys?', 'At the desk.']);
    expect((await ben.room()).unreadCount).toBe(2);
  });

  it('with an open socket receive the messages of guards', async () => {
    const staff = await openSocket(api.url, { staffToken: STAFF_TOKEN });
    const told = waitForEvent<Message>(staff, 'receiveMessage');
    const sent = await ada.send('For staff, too');
    expect(await told).toEqual(sent.data.message);
    staff.close();
  });

  it.each([
    ['without a chat', async () => ({ jobId: ada.guard.id, message: 'x' }), 404, m.noRoom],
    ['with more than 4,000 characters', async () => ({ jobId: given.jobId, message: 'x'.repeat(4001) }), 413, m.tooLong],
    [
      'that was cancelled',
      async () => {
        await api.call(cancelJob, { jobId: given.jobId } as never);
        return { jobId: given.jobId, message: 'x' };
      },
      409,
      m.isClosed,
    ],
  ])('are refused in a job %s', async (_what, input, code, words) => {
    expect(await api.call(writeChat, await input())).toMatchObject({ code, message: words });
  });
});

it('an e-note posts one quiet message in the chat of its job', async () => {
  const said = waitForEvent<Message>(ben.socket, 'receiveMessage');
  expect((await noteCalls(api, ada.guard, given.jobId).write({ title: 'Gate found open' })).code).toBe(200);
  expect(await said).toMatchObject({ senderId: 'system', senderType: 'system', message: 'E-note: Gate found open' });
  expect(textsOf(await ada.chats())).toContain('E-note: Gate found open');
  expect((await ben.room()).unreadCount).toBe(0);
});
