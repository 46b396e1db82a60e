import { saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { moveClock } from '@portal/contracts/rehearsal/rehearsal.staff';
import { openSocket, waitForEvent } from '../test/socket';
import { startApi, type TestApi, type TestGuard } from '../test/test-api';
import { STAFF_TOKEN } from '../test/test-env';
import { now } from './platform/clock';
import { runWithServices } from './platform/context';
import { WRITES_PER_GUARD } from './platform/http/rate-limit';
import { notifyStaff } from './platform/live/realtime';

/** Two APIs of one process, each with its own database. */
let one: TestApi;
let other: TestApi;
let guard: TestGuard;
let otherGuard: TestGuard;

beforeAll(async () => {
  one = await startApi({ clock: '2027-03-10T15:00:00.000Z', env: { staffPort: 0 }, writeLimit: { ...WRITES_PER_GUARD, max: 1 } });
  guard = await one.guard();
  other = await startApi({ clock: '2031-01-01T00:00:00.000Z', env: { staffPort: 0 } });
  otherGuard = await other.guard();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

it('each has its own clock', async () => {
  await one.call(moveClock, { now: '2028-02-29T12:00:00.000Z' });
  expect((await one.call(moveClock, { advanceMinutes: 1 })).data.now).toBe('2028-02-29T12:01:00.000Z');
  expect(runWithServices(other.services, now).toISOString()).toBe('2031-01-01T00:00:00.000Z');
  expect((await one.call(moveClock, {})).data.now).toBe('2027-03-10T15:00:00.000Z');
});

it('each has its own database', async () => {
  expect((await one.call(listNotifications, {}, { token: guard.token })).code).toBe(200);
  expect((await other.call(listNotifications, {}, { token: otherGuard.token })).code).toBe(200);
  expect((await other.call(listNotifications, {}, { token: guard.token })).code).toBe(401);
  expect((await one.call(listNotifications, {}, { token: otherGuard.token })).code).toBe(401);
});

it('each has its own limits', async () => {
  const none = { isSMS: false, isEmail: false, isNotification: false };
  const settings = { newJob: none, chat: none, jobAward: none, jobCancel: none, isNotification: false };
  const twice = async (api: TestApi, { id, token }: TestGuard) => {
    const codes = [];
    for (let times = 0; times < 2; times++) codes.push((await api.call(saveNotificationSettings, { id, ...settings }, { token })).code);
    return codes;
  };
  expect(await twice(one, guard)).toEqual([200, 429]);
  expect(await twice(other, otherGuard)).toEqual([200, 200]);
});

it('each sends its own events', async () => {
  const sockets = await Promise.all([one, other].map(({ url }) => openSocket(url, { staffToken: STAFF_TOKEN })));
  const notes: [string, unknown][] = [];
  for (const [index, socket] of sockets.entries()) socket.on('note', (text) => notes.push([index === 0 ? 'one' : 'other', text]));
  const arrived = Promise.all(sockets.map((socket) => waitForEvent(socket, 'end')));
  runWithServices(one.services, () => notifyStaff('note', 'of one'));
  runWithServices(other.services, () => notifyStaff('note', 'of the other'));
  for (const { services } of [one, other]) runWithServices(services, () => notifyStaff('end', null));
  await arrived;
  for (const socket of sockets) socket.close();
  expect(notes.sort()).toEqual([
    ['one', 'of one'],
    ['other', 'of the other'],
  ]);
});

it('each counts its own calls', async () => {
  const counted = async () => {
    const metrics = await (await fetch(`${other.staffUrl}/metrics`)).text();
    const counts = [...metrics.matchAll(/^portal_reply_seconds_count\{.*notification\/guard\/list.*\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const before = await counted();
  await one.call(listNotifications, {}, { token: guard.token });
  await other.call(listNotifications, {}, { token: otherGuard.token });
  // A call is counted after its reply.
  while ((await counted()) === before);
  expect(await counted()).toBe(before + 1);
});

it('one serves its calls after the other has closed', async () => {
  await one.app.close();
  expect((await other.call(listNotifications, {}, { token: otherGuard.token })).code).toBe(200);
});
