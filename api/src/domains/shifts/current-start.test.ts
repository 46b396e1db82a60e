import { cancelJob } from '@portal/contracts/jobs/jobs.staff';
import { createWorkerAt } from '../../../test/shifts';
import { testApi } from '../../../test/test-api';
import { currentShiftStart } from './shifts.service';

const api = testApi();

/** The shift is from 12:00 to 20:00 in Toronto. */
const ARRIVED = '2027-03-10T16:35:00.000Z';
const STARTED = '2027-03-10T17:00:00.000Z';
const atSite = async () => {
  const led = await createWorkerAt(api, ARRIVED);
  expect(await currentShiftStart(led.guard.id)).toBeNull();
  await led.me.arrive();
  return { ...led, start: () => currentShiftStart(led.guard.id) };
};

it('an arrived guard is on shift until the end of the schedule', async () => {
  const { start } = await atSite();
  expect(await start()).toBe(ARRIVED);
  api.clock.set('2027-03-11T01:00:00.000Z');
  expect(await start()).toBeNull();
});

it('an arrived guard is on no shift when the job is cancelled', async () => {
  const { given, start } = await atSite();
  await api.call(cancelJob, { jobId: given.jobId });
  expect(await start()).toBeNull();
});

it('a guard who works is on shift until it is overdue, also after the job is cancelled', async () => {
  const { given, me, start } = await atSite();
  api.clock.set(STARTED);
  await me.start();
  await api.call(cancelJob, { jobId: given.jobId });
  api.clock.set('2027-03-11T02:59:59.000Z');
  expect(await start()).toBe(ARRIVED);
  api.clock.set('2027-03-11T03:00:00.000Z');
  expect(await start()).toBeNull();
});
