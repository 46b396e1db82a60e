import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import { updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { cancelJob, postJob } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { withFailingNotifications } from '../../../test/failing-inserts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sendNewJobAlerts } from './new-job-alerts.service';

const api = testApi();
let guard: TestGuard;
let own: string;

const TORONTO = { lat: 43.6532, lng: -79.3832 };
const OTTAWA = { lat: 45.4215, lng: -75.6972 };

beforeEach(async () => {
  await sql`update guards set status = 0`.execute(db());
  await sql`delete from job_announcements`.execute(db());
  guard = await api.guard();
  own = (await read(guard)).workSpecialities[0]?.id ?? '';
  await at(guard, TORONTO);
});

const read = async (one: TestGuard): Promise<Guard> => (await api.call(profile, { id: one.id }, { token: one.token })).data.guard;
const at = (one: TestGuard, position: { lat: number; lng: number }) =>
  api.call(updateProfile, { id: one.id, ...position }, { token: one.token });
const post = (over: Partial<Input<typeof postJob>> = {}) =>
  api.call(postJob, { jobTitle: 'Gate watch', dates: ['2027-03-16'], speciality: own, city: 'Toronto', ...over } as never);
const alerts = async (one = guard) =>
  (await api.call(listNotifications, { limit: 50 } as never, { token: one.token })).data.docs.filter(({ title }) => title === 'New job');
const mailbox = async (to: string) => (await api.call(readMailbox, { to })).data.filter(({ body }) => body.includes('Gate watch'));

it('[SHELL-45] a posted job is queued, and an approved guard near it with its speciality is alerted once', async () => {
  const { data } = await post();
  expect(await alerts()).toEqual([]);
  expect(await sendNewJobAlerts()).toBe(1);
  expect(await sendNewJobAlerts()).toBe(0);
  const [alert, ...more] = await alerts();
  expect(more).toEqual([]);
  expect(alert?.description).toMatch(/^Gate watch, .*Toronto\. Tue, Mar 16, 2027\. 8 hours, \$200\.00 in total, \$25\.00 an hour\.$/);
  expect(alert?.to).toContain(`jobId=${data.jobId}`);
});

it('an alert of a long job has every date, all hours and the total pay', async () => {
  await post({ dates: ['2027-03-16', '2027-03-17', '2027-04-02'] });
  await sendNewJobAlerts();
  const [alert] = await alerts();
  expect(alert?.description).toMatch(/Toronto\. 3 shifts: Mar 16, 17; Apr 2\. 24 hours, \$600\.00 in total, \$25\.00 an hour\.$/);
});

it('follows the row newJob of the guard’s notification settings', async () => {
  const none = { isSMS: false, isEmail: false, isNotification: false };
  const settings = { newJob: none, chat: none, jobAward: none, jobCancel: none, isNotification: false };
  const save = (newJob: typeof none) => api.call(saveNotificationSettings, { id: guard.id, ...settings, newJob }, { token: guard.token });
  await save({ ...none, isEmail: true });
  await post();
  await sendNewJobAlerts();
  expect((await mailbox(guard.email)).map(({ subject }) => subject)).toEqual(['New job']);
  // All guards of tests have the same mobile number.
  const texts = async () => mailbox((await read(guard)).mobileNumber);
  const before = (await texts()).length;
  await save({ ...none, isSMS: true });
  await post();
  await sendNewJobAlerts();
  expect(await mailbox(guard.email)).toHaveLength(1);
  const [newest, ...earlier] = await texts();
  expect([newest?.channel, earlier.length]).toEqual(['sms', before]);
});

it.each<[string, () => Promise<unknown>]>([
  ['who is not approved', () => sql`update guards set status = 0 where id = ${guard.id}`.execute(db())],
  ['who is farther away than they travel', () => at(guard, OTTAWA)],
  ['without its speciality', () => sql`delete from guard_specialities where guard_id = ${guard.id}`.execute(db())],
])('leaves alone a guard %s', async (_whom, change) => {
  await change();
  await post();
  expect(await sendNewJobAlerts()).toBe(0);
});

it('alerts a guard without a known position', async () => {
  await sql`update guards set lat = null, lng = null where id = ${guard.id}`.execute(db());
  await post();
  expect(await sendNewJobAlerts()).toBe(1);
});

it('alerts no guard of a job that is cancelled, over, of yesterday or a test’s', async () => {
  const { data } = await post();
  await api.call(cancelJob, { jobId: data.jobId });
  expect(await sendNewJobAlerts()).toBe(0);
  await post({ isTest: true });
  expect(await sendNewJobAlerts()).toBe(0);
  await post({ dates: ['2027-03-20'] });
  api.clock.advance({ days: 2 });
  expect(await sendNewJobAlerts()).toBe(0);
  api.clock.set('2027-03-10T15:00:00.000Z');
  const { rows } = await sql`select from job_announcements`.execute(db());
  expect(rows).toHaveLength(0);
});

it('alerts many guards in batches, each once, also when two runs overlap', async () => {
  const others = [];
  for (let index = 0; index < 6; index++) others.push(await api.guard());
  for (const one of others)
    await sql`insert into guard_specialities (guard_id, speciality_id) values (${one.id}, ${own}) on conflict do nothing`.execute(db());
  for (const one of others) await at(one, TORONTO);
  await post();
  await post({ jobTitle: 'Site patrol' });
  const told = await Promise.all([sendNewJobAlerts(2), sendNewJobAlerts(2)]);
  const rest = await sendNewJobAlerts(2);
  expect(told.reduce((sum, count) => sum + count, rest)).toBe(14);
  for (const one of [guard, ...others]) expect(await alerts(one)).toHaveLength(2);
});

it('continues where it stopped when a batch fails', async () => {
  await post();
  await sql`alter table notifications add constraint no_news check (title <> 'New job') not valid`.execute(db());
  await expect(sendNewJobAlerts()).rejects.toThrow();
  await sql`alter table notifications drop constraint no_news`.execute(db());
  expect(await sendNewJobAlerts()).toBe(1);
  expect(await alerts()).toHaveLength(1);
});

it.each([1, 2, 50])('a failed alert does not stop the others, in batches of %i', async (most) => {
  const all = [guard, await api.guard(), await api.guard()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const [, untold] = all;
  if (!untold) throw new Error('no second guard');
  await post();
  await withFailingNotifications(`new.guard_id = '${untold.id}'`, () =>
    expect(sendNewJobAlerts(most)).rejects.toThrow('1 guards could not be alerted of new jobs, 2 were'),
  );
  expect(await Promise.all(all.map(async (one) => (await alerts(one)).length))).toEqual([1, 0, 1]);
  expect(await sendNewJobAlerts(most)).toBe(0);
});

it('keeps a job queued when the alert of its only suitable guard fails, and announces the jobs behind it', async () => {
  const other = await api.guard();
  await at(other, OTTAWA);
  await post();
  await post({ jobTitle: 'Door', city: 'Ottawa' });
  await withFailingNotifications(`new.guard_id = '${guard.id}'`, () =>
    expect(sendNewJobAlerts()).rejects.toThrow('1 guards could not be alerted of new jobs, 1 were'),
  );
  expect(await alerts(other)).toMatchObject([{ description: expect.stringMatching(/^Door/) }]);
  expect(await sendNewJobAlerts()).toBe(1);
  expect(await alerts()).toMatchObject([{ description: expect.stringMatching(/^Gate watch/) }]);
});
