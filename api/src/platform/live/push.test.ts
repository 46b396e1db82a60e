import type { Guard } from '@portal/contracts/_kernel/guard';
import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { tell } from '../../domains/notifications/telling.service';
import { startApi, type TestApi, type TestGuard } from '../../testing/api';
import { startFirebase } from '../../testing/push';
import { openSession } from '../../testing/sessions';
import { db } from '../database/db';
import { endSession, findSession } from '../identity/sessions';
import { createPusher, onPushQueued, pushDue } from './push';

let api: TestApi;
let guard: TestGuard;
let firebase: Awaited<ReturnType<typeof startFirebase>>;
let deliver: ReturnType<typeof createPusher>;

beforeAll(async () => {
  firebase = await startFirebase();
  api = await startApi();
  onPushQueued(() => {});
});
beforeEach(async () => {
  await sql`delete from push_messages`.execute(db());
  guard = await api.guard();
  firebase.sent.length = 0;
  deliver = createPusher(firebase.source);
});
afterAll(async () => {
  onPushQueued(null);
  await api.stop();
  await firebase.stop();
});

/** What waits is due, however long it should pause. */
async function send(): Promise<void> {
  await sql`update push_messages set not_before = created_at`.execute(db());
  await pushDue(deliver);
}
const waiting = async () => (await sql<{ count: number }>`select count(*)::int as count from push_messages`.execute(db())).rows[0]?.count;
const award = { title: 'You were awarded a job', description: 'Gate watch', to: '/jobDetail?jobId=1' };
const settings = (over: object): Guard['notificationSettings'] => {
  const way = { isSMS: false, isEmail: false, isNotification: true };
  return { newJob: way, chat: way, jobAward: way, jobCancel: way, isNotification: true, ...over };
};

it('goes to each device on which the guard is logged in, once, with what it says and where it leads', async () => {
  await openSession(guard.id, 'phone-1');
  await openSession(guard.id, 'phone-1');
  await openSession(guard.id, 'tablet-2');
  const ended = await openSession(guard.id, 'lost-3');
  await endSession((await findSession(ended))?.sessionId ?? '');
  await openSession((await api.guard()).id, 'of-another');
  const { id } = await tell(guard.id, 'jobAward', award);
  await send();
  expect(firebase.sent.map(({ token }) => token).sort()).toEqual(['phone-1', 'tablet-2']);
  expect(firebase.sent[0]).toMatchObject({
    notification: { title: 'You were awarded a job', body: 'Gate watch' },
    data: { id, to: '/jobDetail?jobId=1' },
  });
  expect(await waiting()).toBe(0);
});

it('one access token serves many messages, and a new one is asked for when it is refused', async () => {
  await openSession(guard.id, 'phone-1');
  const before = firebase.grants();
  for (let one = 0; one < 3; one++) {
    await tell(guard.id, 'other', award);
    await send();
  }
  expect(firebase.grants() - before).toBe(1);
  firebase.answers.push(401);
  await tell(guard.id, 'other', award);
  await send();
  expect(firebase.sent).toHaveLength(3);
  await send();
  expect([firebase.sent.length, firebase.grants() - before]).toEqual([4, 2]);
});

it.each([
  ['push messages are off', { isNotification: false }, 'jobAward', 0],
  ['those about awards are off', { jobAward: { isSMS: false, isEmail: false, isNotification: false } }, 'jobAward', 0],
  ['those about something else are off', { chat: { isSMS: false, isEmail: false, isNotification: false } }, 'jobAward', 1],
  ['it is none of the four kinds', {}, 'other', 1],
] as const)("obeys the guard's settings: %s", async (_what, over, about, count) => {
  await openSession(guard.id, 'phone-1');
  const saved = await api.call(saveNotificationSettings, { id: guard.id, ...settings(over) } as never, { token: guard.token });
  expect(saved.code).toBe(200);
  await tell(guard.id, about, award);
  expect(await waiting()).toBe(count);
});

it('waits while firebase does not answer, and forgets a device that takes none any more', async () => {
  const token = await openSession(guard.id, 'phone-1');
  await tell(guard.id, 'other', award);
  firebase.answers.push(503);
  await send();
  expect([firebase.sent.length, await waiting()]).toEqual([0, 1]);
  firebase.answers.push(404);
  await send();
  expect(await waiting()).toBe(0);
  await tell(guard.id, 'other', award);
  expect([await waiting(), (await findSession(token))?.id]).toEqual([0, guard.id]);
});

it('is of no use a day later', async () => {
  await openSession(guard.id, 'phone-1');
  await tell(guard.id, 'other', award);
  api.clock.advance({ days: 1, minutes: 1 });
  await pushDue(deliver);
  expect([firebase.sent.length, await waiting()]).toEqual([0, 0]);
});

it('is none for a guard without a device, and nothing of what was refused', async () => {
  await api.call(notify, { guard: guard.id, title: 'Hello' } as never);
  await openSession(guard.id, 'phone-1');
  await api.call(notify, { guard: guard.id, title: '' } as never);
  expect(await waiting()).toBe(0);
});
