import type { Guard } from '@portal/contracts/_kernel/guard';
import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { sql } from 'kysely';
import { startFirebase } from '../../../test/push';
import { setSettings } from '../../../test/services';
import { openSession } from '../../../test/sessions';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { notifyGuard } from '../../domains/notifications/notify.service';
import { deleteExpiredRows } from '../../jobs/clean-up.job';
import { db } from '../database/db';
import { endSession, findSession } from '../identity/sessions';
import { createFirebaseSender, sendDuePushes } from './push-queue';

let api: TestApi;
let guard: TestGuard;
let firebase: Awaited<ReturnType<typeof startFirebase>>;
let deliver: ReturnType<typeof createFirebaseSender>;

beforeAll(async () => {
  firebase = await startFirebase();
  api = await startApi();
  setSettings({ push: firebase.source });
});
beforeEach(async () => {
  await sql`delete from push_messages`.execute(db());
  guard = await api.guard();
  firebase.sent.length = 0;
  deliver = createFirebaseSender(firebase.source);
});
afterAll(async () => {
  setSettings({ push: null });
  await api.stop();
  await firebase.stop();
});

/** Makes all queued messages due, and sends them. */
async function send(): Promise<void> {
  await sql`update push_messages set not_before = created_at`.execute(db());
  await sendDuePushes(deliver);
}
const waiting = async () => (await sql<{ count: number }>`select count(*)::int as count from push_messages`.execute(db())).rows[0]?.count;
const devices = async () =>
  (
    await sql<{
      token: string;
    }>`select device_token as token from sessions where guard_id = ${guard.id} and device_token not in ('', 'web')`.execute(db())
  ).rows.map(({ token }) => token);
/** Reply of firebase to a token that is no longer registered. */
const unregistered = {
  status: 404,
  error: {
    code: 404,
    status: 'NOT_FOUND',
    details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }],
  },
};
/** Reply of firebase to an invalid message, with the field and the reason. */
const badArgument = (field: string, description: string) => ({
  status: 400,
  error: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }],
  },
});
const award = { title: 'You were awarded a job', description: 'Gate watch', to: '/jobDetail?jobId=1' };
const settings = (over: object): Guard['notificationSettings'] => {
  const way = { isSMS: false, isEmail: false, isNotification: true };
  return { newJob: way, chat: way, jobAward: way, jobCancel: way, isNotification: true, ...over };
};

it('[SHELL-36] goes once to each device on which the guard is logged in, with its text and link', async () => {
  await openSession(guard.id, 'phone-1');
  await openSession(guard.id, 'phone-1');
  await openSession(guard.id, 'tablet-2');
  const ended = await openSession(guard.id, 'lost-3');
  await endSession((await findSession(ended))?.sessionId ?? '');
  await openSession((await api.guard()).id, 'of-another');
  const { id } = await notifyGuard(guard.id, 'jobAward', award);
  await send();
  expect(firebase.sent.map(({ token }) => token).sort()).toEqual(['phone-1', 'tablet-2']);
  expect(firebase.sent[0]).toMatchObject({
    notification: { title: 'You were awarded a job', body: 'Gate watch' },
    data: { id, to: '/jobDetail?jobId=1' },
  });
  expect(await waiting()).toBe(0);
});

it('uses one access token for many messages, and requests a new one when it is rejected', async () => {
  await openSession(guard.id, 'phone-1');
  const before = firebase.grants();
  for (let one = 0; one < 3; one++) {
    await notifyGuard(guard.id, 'other', award);
    await send();
  }
  expect(firebase.grants() - before).toBe(1);
  firebase.answers.push(401);
  await notifyGuard(guard.id, 'other', award);
  await send();
  expect(firebase.sent).toHaveLength(3);
  await send();
  expect([firebase.sent.length, firebase.grants() - before]).toEqual([4, 2]);
});

it.each([
  ['push messages are off', { isNotification: false }, 'jobAward', 0],
  ['messages about awards are off', { jobAward: { isSMS: false, isEmail: false, isNotification: false } }, 'jobAward', 0],
  ['messages about another subject are off', { chat: { isSMS: false, isEmail: false, isNotification: false } }, 'jobAward', 1],
  ['the message belongs to none of the four kinds', {}, 'other', 1],
] as const)("follows the guard's settings when %s", async (_what, over, about, count) => {
  await openSession(guard.id, 'phone-1');
  const saved = await api.call(saveNotificationSettings, { id: guard.id, ...settings(over) } as never, { token: guard.token });
  expect(saved.code).toBe(200);
  await notifyGuard(guard.id, about, award);
  expect(await waiting()).toBe(count);
});

it('is retried while firebase does not answer, and removes a device with an unregistered token', async () => {
  const token = await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', award);
  firebase.answers.push(503);
  await send();
  expect([firebase.sent.length, await waiting()]).toEqual([0, 1]);
  firebase.answers.push(unregistered);
  await send();
  expect(await waiting()).toBe(0);
  await notifyGuard(guard.id, 'other', award);
  expect([await waiting(), (await findSession(token))?.id]).toEqual([0, guard.id]);
});

it.each([
  ['firebase has unregistered', unregistered],
  ['is invalid by the field of the error', badArgument('message.token', 'Invalid value')],
  [
    'is invalid by the message of the error',
    { status: 400, error: { message: 'The registration token is not a valid FCM registration token' } },
  ],
])('removes a device with a token that %s', async (_what, answer) => {
  await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', award);
  firebase.answers.push(answer);
  await send();
  expect([await waiting(), await devices()]).toEqual([0, []]);
});

it('drops a message that firebase rejects and reports it, and the device gets the next one', async () => {
  await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', award);
  firebase.answers.push(badArgument('message', 'Message too big'));
  await expect(send()).rejects.toThrow('Firebase does not take 1 push messages: 400');
  expect([await waiting(), await devices()]).toEqual([0, ['phone-1']]);
  await notifyGuard(guard.id, 'other', award);
  await send();
  expect(firebase.sent).toHaveLength(1);
});

it('keeps the device and the message when firebase does not know the project', async () => {
  await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', award);
  firebase.answers.push({ status: 404, error: { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' } });
  await send();
  expect([await waiting(), await devices()]).toEqual([1, ['phone-1']]);
});

it('shortens a long text to the limit of firebase between two characters', async () => {
  await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', { ...award, title: 'A notice', description: '👮'.repeat(500) });
  await send();
  const body = firebase.sent[0]?.notification.body ?? '';
  expect(body).toMatch(/^(👮)+…$/u);
  expect(Buffer.byteLength(body)).toBeGreaterThan(900);
  expect(Buffer.byteLength(JSON.stringify(firebase.sent[0]))).toBeLessThan(4_000);
});

it('expires after a day', async () => {
  await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', award);
  api.clock.advance({ days: 1, minutes: 1 });
  await sendDuePushes(deliver);
  expect(firebase.sent).toEqual([]);
  expect(await deleteExpiredRows()).toMatchObject({ push_messages: 1 });
  expect(await waiting()).toBe(0);
});

it('is deleted by the clean-up after its expiry, in small batches, without delaying due messages', async () => {
  await openSession(guard.id, 'phone-1');
  await notifyGuard(guard.id, 'other', award);
  await sql`insert into push_messages (notification_id, device_token, title, body, created_at, not_before)
    select notification_id, device_token, title, body, created_at - interval '2 days', created_at from push_messages, generate_series(1, 25)`.execute(
    db(),
  );
  await send();
  expect([firebase.sent.length, await waiting()]).toEqual([1, 25]);
  expect(await deleteExpiredRows(10)).toMatchObject({ push_messages: 25 });
  expect(await waiting()).toBe(0);
});

it('is not queued for a guard without a device, nor by a rejected call', async () => {
  await api.call(notify, { guard: guard.id, title: 'Hello' } as never);
  await openSession(guard.id, 'phone-1');
  await api.call(notify, { guard: guard.id, title: '' } as never);
  expect(await waiting()).toBe(0);
});
