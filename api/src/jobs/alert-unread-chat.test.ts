import { randomUUID } from 'node:crypto';
import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { connectTalkers, type Talker } from '../../test/chat';
import { withFailingNotifications } from '../../test/failing-inserts';
import { testApi } from '../../test/test-api';
import { insertByGuard } from '../domains/chat/chat.repository';
import { db, transaction } from '../platform/database/db';
import { alertUnreadChat } from './alert-unread-chat.job';

const api = testApi();
let ada: Talker;
let ben: Talker;

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  ({
    people: [ada, ben],
  } = await connectTalkers(api, 2));
});
afterEach(async () => {
  await ben.read((await ada.send('The end')).data.message.id);
  for (const { socket } of [ada, ben]) socket.close();
});

const alerts = async ({ guard }: Talker) =>
  (await api.call(listNotifications, { limit: 50 } as never, { token: guard.token })).data.docs.filter(
    ({ title }) => title === 'New chat messages',
  );
const mails = async ({ guard }: Talker) =>
  (await api.call(readMailbox, { to: guard.email })).data.filter(({ subject }) => subject === 'New chat messages');
const minutes = (count: number) => api.clock.advance({ minutes: count });

describe('unread chat alerts', () => {
  it('alerts a guard once per room until they read it, however many messages arrive; then again', async () => {
    await ada.send('one');
    await ada.send('two');
    expect(await alertUnreadChat()).toBe(0);
    minutes(2);
    expect(await alertUnreadChat()).toBe(1);
    expect((await alerts(ben)).map(({ description }) => description)).toEqual(['Gate watch: 2 new messages.']);
    const last = await ada.send('three');
    minutes(60);
    expect(await alertUnreadChat()).toBe(0);
    await ben.read(last.data.message.id);
    await ada.send('four');
    minutes(2);
    expect(await alertUnreadChat()).toBe(1);
    expect((await alerts(ben)).map(({ description }) => description)[0]).toBe('Gate watch: one new message.');
    expect(await alerts(ada)).toEqual([]);
  });

  it('marks the alert as read when the guard reads its room, and no other alert', async () => {
    await ada.send('one');
    minutes(2);
    await alertUnreadChat();
    expect((await alerts(ben)).map(({ isRead, to }) => [isRead, to])).toEqual([[false, `/chat?room=${ada.roomId}`]]);
    const other = await api.call(notify, { guard: ben.guard.id, title: 'New chat messages', to: '/chat?room=another' } as never);
    await ben.read((await ada.send('two')).data.message.id);
    const marks = (await alerts(ben)).map(({ id, isRead }) => [id === other.data.id, isRead]);
    expect(marks.toSorted()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('retries a failed alert in the next run, and alerts the other guards in this one', async () => {
    await ada.send('one');
    minutes(1);
    await ben.send('two');
    minutes(2);
    await withFailingNotifications(`new.guard_id = '${ben.guard.id}'`, () =>
      expect(alertUnreadChat()).rejects.toThrow('1 guards could not be alerted of chat messages, 1 were'),
    );
    expect([(await alerts(ada)).length, (await alerts(ben)).length]).toEqual([1, 0]);
    expect(await alertUnreadChat()).toBe(1);
    expect(await alerts(ben)).toHaveLength(1);
  });

  it('sends no alert when the guard reads within a minute', async () => {
    const { data } = await ada.send('one');
    await ben.read(data.message.id);
    minutes(10);
    expect(await alertUnreadChat()).toBe(0);
  });

  it('counts only the messages after the last one that the guard read', async () => {
    const { data } = await ada.send('one');
    await ada.send('two');
    await ben.read(data.message.id);
    minutes(2);
    expect(await alertUnreadChat()).toBe(1);
    expect((await alerts(ben)).map(({ description }) => description)).toEqual(['Gate watch: one new message.']);
  });

  it('alerts of a message that was being written while the guard read the earlier ones', async () => {
    const { data } = await ada.send('one');
    const { roomId, jobId, guard } = ada;
    const input = { roomId, jobId, guardId: guard.id, clientId: randomUUID(), message: 'two', now: '2027-03-10T15:00:30.000Z' };
    let reading: Promise<unknown> = Promise.resolve();
    await transaction(async () => {
      await insertByGuard(input);
      let isDone = false;
      reading = ben.read(data.message.id).then(() => {
        isDone = true;
      });
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while (!isDone && (await waits.execute(db())).rows.length === 0);
    });
    await reading;
    minutes(2);
    expect(await alertUnreadChat()).toBe(1);
    expect(await alerts(ben)).toHaveLength(1);
  });

  it('skips a guard while their account is suspended, and alerts them afterwards', async () => {
    await ada.send('Hello');
    minutes(2);
    await sql`update guards set status = 0 where id = ${ben.guard.id}`.execute(db());
    expect(await alertUnreadChat()).toBe(0);
    await sql`update guards set status = 1 where id = ${ben.guard.id}`.execute(db());
    expect(await alertUnreadChat()).toBe(1);
  });

  it('skips a room whose unread messages were deleted, and alerts of the next message', async () => {
    await ada.send('Hello');
    await sql`delete from chat_messages where room_id = ${ada.roomId} and message = 'Hello'`.execute(db());
    minutes(2);
    expect(await alertUnreadChat()).toBe(0);
    expect(await alerts(ben)).toEqual([]);
    await ada.send('Anew');
    minutes(2);
    expect(await alertUnreadChat()).toBe(1);
  });

  it.each([
    ['by e-mail, too, when the guard has chosen it for the chat', true, 1],
    ['in the list of alerts alone without that choice', false, 0],
  ])('alerts %s', async (_how, isEmail, count) => {
    const category = { isSMS: false, isEmail: false, isNotification: true };
    const settings = { newJob: category, chat: { ...category, isEmail }, jobAward: category, jobCancel: category, isNotification: true };
    await api.call(saveNotificationSettings, { id: ben.guard.id, ...settings }, { token: ben.guard.token });
    await ada.send('Hello');
    minutes(2);
    expect(await alertUnreadChat()).toBe(1);
    expect(await mails(ben)).toHaveLength(count);
    expect(await alerts(ben)).toHaveLength(1);
  });

  it('alerts once if three runs overlap', async () => {
    await ada.send('Hello');
    minutes(2);
    const told = await Promise.all([alertUnreadChat(), alertUnreadChat(), alertUnreadChat()]);
    expect(told.reduce((sum, count) => sum + count)).toBe(1);
    expect(await alerts(ben)).toHaveLength(1);
  });
});
