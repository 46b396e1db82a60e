import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { changeShift } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { confirmEarlyStart } from '@portal/contracts/shifts/shifts.staff';
import { findViolations } from '../../../test/invariants';
import { createWorkerAt, leadTo } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';

const api = testApi();

/** The shift is from 12:00 to 20:00 in Toronto, at $25. */
const START = '2027-03-10T17:00:00.000Z';
const HALF_HOUR_BEFORE = '2027-03-10T16:30:00.000Z';
const BEFORE = '2027-03-10T15:00:00.000Z';
const confirm = (guard: TestGuard, shiftId: string, paidFrom?: string) =>
  api.call(confirmEarlyStart, { guard: guard.id, shiftId, paidFrom } as never);

it('without a confirmation pay begins at the scheduled start, and earlier work earns nothing', async () => {
  const { me } = await createWorkerAt(api, '2027-03-10T16:32:00.000Z');
  await me.start();
  api.clock.set('2027-03-10T16:58:00.000Z');
  expect(await me.record()).toMatchObject({ paidFrom: START, paidHours: '0', earning: '0.00' });
  expect((await me.end()).data).toMatchObject({ earning: '0.00', paidHours: '0' });
});

it('pay begins at the later of the confirmed and the real start, and the guard gets an alert', async () => {
  const { guard, given, me } = await createWorkerAt(api, BEFORE);
  api.clock.advance({ minutes: 1 });
  expect((await confirm(guard, given.shiftId)).data).toEqual({ shiftId: given.shiftId, paidFrom: HALF_HOUR_BEFORE });
  const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
  expect(data.docs[0]).toMatchObject({
    title: 'Earlier start confirmed',
    description: 'Gate watch: if you start early, you are paid from 11:30 a.m. on.',
  });
  api.clock.set('2027-03-10T16:45:00.000Z');
  await me.start();
  api.clock.set('2027-03-10T18:00:00.000Z');
  expect(await me.record()).toMatchObject({ paidFrom: HALF_HOUR_BEFORE, paidHours: '1.25', earning: '31.25' });
  const detail = await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token });
  expect(detail.data.upcomingEarning).toBe('206.25');
  expect((await me.end()).data).toMatchObject({ earning: '31.25', paidHours: '1.25' });
  expect([await me.credits(), await findViolations()]).toEqual([['31.25'], []]);
});

it('can be confirmed while the shift runs, and then counts for earlier work, too', async () => {
  const { guard, given, me } = await createWorkerAt(api, '2027-03-10T16:40:00.000Z');
  await me.start();
  api.clock.set('2027-03-10T18:00:00.000Z');
  await confirm(guard, given.shiftId, '2027-03-10T16:50:00.000Z');
  expect((await me.end()).data).toMatchObject({ earning: '29.17', paidHours: '1.17' });
});

it.each(['2027-03-10T16:29:59.000Z', START, '2027-03-10T18:00:00.000Z'])(
  'is refused at %s, outside of the half hour before the shift',
  async (paidFrom) => {
    const { guard, given, me } = await createWorkerAt(api, BEFORE);
    expect(await confirm(guard, given.shiftId, paidFrom)).toMatchObject({ code: 400, errors: { paidFrom: expect.any(String) } });
    expect((await me.record()).paidFrom).toBe(START);
  },
);

it.each(['ended', 'on-leave', 'leave-requested', 'missed'])('is refused for a shift that is %s', async (state) => {
  const led = await createWorkerAt(api, BEFORE);
  await leadTo(state, { api, ...led });
  expect((await confirm(led.guard, led.given.shiftId)).code).toBe(409);
});

it("is refused for another guard's shift", async () => {
  const { given } = await createWorkerAt(api, BEFORE);
  expect((await confirm(await api.guard(), given.shiftId)).code).toBe(404);
});

it('ends when staff move the start: the shift is paid from its new start', async () => {
  const { guard, given, me } = await createWorkerAt(api, BEFORE);
  await confirm(guard, given.shiftId);
  await api.call(changeShift, { shiftId: given.shiftId, start: '13:00' } as never);
  expect((await me.record()).paidFrom).toBe('2027-03-10T18:00:00.000Z');
});

const told = async (guard: TestGuard) => {
  const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
  return data.docs.find(({ title }) => title === jobsMessages.shiftChanged)?.description;
};

it('stays when staff move only the end; the message has only the new times', async () => {
  const { guard, given, me } = await createWorkerAt(api, BEFORE);
  await confirm(guard, given.shiftId);
  await api.call(changeShift, { shiftId: given.shiftId, end: '21:00' } as never);
  expect((await me.record()).paidFrom).toBe(HALF_HOUR_BEFORE);
  expect(await told(guard)).toBe('Gate watch: Wed, Mar 10, 2027, 12:00 p.m. – 8:00 p.m. is now Wed, Mar 10, 2027, 12:00 p.m. – 9:00 p.m.');
});

it('ends with a moved start; only the message to its guard mentions that', async () => {
  const { guard, given } = await createWorkerAt(api, BEFORE);
  const other = await api.guard();
  await api.call(applyForJob, { userId: given.jobId, jobId: given.jobId, shiftId: given.shiftId, isApply: 1 }, { token: other.token });
  await confirm(guard, given.shiftId);
  await api.call(changeShift, { shiftId: given.shiftId, start: '13:00', reason: 'The gate opens later.' } as never);
  const moved = 'Gate watch: Wed, Mar 10, 2027, 12:00 p.m. – 8:00 p.m. is now Wed, Mar 10, 2027, 1:00 p.m. – 8:00 p.m.';
  expect(await told(guard)).toBe(`${moved} Your earlier start no longer counts: you are paid from the new start. The gate opens later.`);
  expect(await told(other)).toBe(`${moved} The gate opens later.`);
});
