import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { cancelAward } from '@portal/contracts/applications/applications.staff';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { jobDetail, jobHistory, myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { closeShift, overdueShifts } from '@portal/contracts/shifts/shifts.staff';
import { arrangeShift, createWorkerAt, leadTo, shiftCalls } from '../../../test/shifts';
import { testApi } from '../../../test/test-api';

const api = testApi();

const BEFORE = '2027-03-10T14:00:00.000Z';
const EARLY = '2027-03-10T16:35:00.000Z';
const DURING = '2027-03-10T17:10:00.000Z';
const AFTER = '2027-03-11T01:00:00.000Z';

type Led = Awaited<ReturnType<typeof createWorkerAt>>;
type Act = (led: Led) => Promise<unknown>;
const start: Act = ({ me }) => me.start();
const end: Act = ({ me }) => me.end();
const cancel: Act = ({ given }) => api.call(cancelJob, { jobId: given.jobId, reason: 'Rain' });
const leave =
  (state: string): Act =>
  (led) =>
    leadTo(state, { api, ...led });
const at =
  (now: string, ...acts: Act[]): Act =>
  async (led) => {
    api.clock.set(now);
    for (const act of acts) await act(led);
  };

/** The replies of all calls about the one shift, 12:00 to 20:00 in Toronto. */
async function said({ guard, given, me }: Led) {
  const asked = { token: guard.token };
  const { data: detail } = await api.call(jobDetail, { jobId: given.jobId } as never, asked);
  const completed = (isComplete: 0 | 1) => api.call(myJobs, { isComplete } as never, asked);
  const history = await api.call(jobHistory, { isComplete: detail.jobStatus } as never, asked);
  const assigned = async (jobStatus: number) => (await api.call(assignedJobs, { jobStatus } as never, asked)).data.total;
  const [{ state: record }, { shift }] = [await me.record(), await me.shown()];
  const asksLeave = await api.call(
    applyLeave,
    { jobId: given.jobId, shiftId: given.shiftId, shiftDate: '2027-03-10', leaveTitle: 1 } as never,
    asked,
  );
  return {
    job: detail.jobStatus,
    history: history.data.docs[0]?.jobStatus,
    active: (await completed(0)).data.total,
    completed: (await completed(1)).data.total,
    // Current, upcoming and previous, as Report Injury, Support and Report Issue request them.
    lists: [await assigned(0), await assigned(1), await assigned(2)],
    rows: [detail.upcomingShifts.length, detail.previoushifts.length],
    shift: [...detail.upcomingShifts, ...detail.previoushifts].map(({ state, phase }) => `${state} ${phase}`)[0],
    record,
    onJob: shift?.state ?? null,
    leave: asksLeave.code,
    takenBack: (await api.call(cancelAward, { jobId: given.jobId, guard: guard.email })).code,
  };
}

const upcoming = { job: 6, history: 6, active: 1, completed: 0, lists: [0, 1, 0], rows: [1, 0], takenBack: 200 };
const ongoing = { job: 4, history: 4, active: 1, completed: 0, lists: [1, 0, 0], rows: [1, 0], takenBack: 409 };
const over = { job: 7, history: 7, active: 0, completed: 1, lists: [0, 0, 1], rows: [0, 1], takenBack: 409 };
const cancelled = { job: 3, history: 3, active: 0, completed: 0, lists: [0, 0, 1], rows: [0, 1], takenBack: 409 };
const shown = (state: string, phase: string, onJob: string | null = state) => ({ shift: `${state} ${phase}`, record: state, onJob });

it.each<[string, Act[], object]>([
  ['awarded, before the start', [at(BEFORE)], { ...upcoming, ...shown('awarded', 'upcoming'), leave: 200 }],
  ['not started within its time', [at(DURING)], { ...ongoing, ...shown('awarded', 'ongoing'), leave: 409 }],
  ['never started', [at(AFTER)], { ...over, ...shown('missed', 'over', null), leave: 409 }],
  ['arrived early', [at(EARLY, ({ me }) => me.arrive())], { ...ongoing, ...shown('arrived', 'ongoing'), leave: 409 }],
  ['started early', [at(EARLY, start)], { ...ongoing, ...shown('running', 'ongoing'), leave: 409 }],
  ['on a break', [at(DURING, start, ({ me }) => me.takeBreak())], { ...ongoing, ...shown('on-break', 'ongoing'), leave: 409 }],
  ['still running after its end', [at(DURING, start), at(AFTER)], { ...ongoing, ...shown('running', 'ongoing'), leave: 409 }],
  [
    'started and ended before its time',
    [at(EARLY, start), at('2027-03-10T16:50:00.000Z', end)],
    { ...over, ...shown('ended', 'over', null), leave: 409 },
  ],
  ['ended early', [at(DURING, start), at('2027-03-10T19:00:00.000Z', end)], { ...over, ...shown('ended', 'over', null), leave: 409 }],
  ['ended late', [at(DURING, start), at('2027-03-11T02:00:00.000Z', end)], { ...over, ...shown('ended', 'over', null), leave: 409 }],
  ['leave requested', [at(BEFORE, leave('leave-requested'))], { ...upcoming, ...shown('leave-requested', 'upcoming'), leave: 409 }],
  ['on leave, before its time', [at(BEFORE, leave('on-leave'))], { ...upcoming, ...shown('on-leave', 'upcoming', null), leave: 409 }],
  ['on leave, within its time', [at(BEFORE, leave('on-leave')), at(DURING)], { ...over, ...shown('on-leave', 'over', null), leave: 409 }],
  ['cancelled before its time', [at(BEFORE, cancel)], { ...cancelled, ...shown('awarded', 'over', null), leave: 409 }],
  ['cancelled, after its time', [at(BEFORE, cancel), at(AFTER)], { ...cancelled, ...shown('awarded', 'over', null), leave: 409 }],
  ['cancelled while it runs', [at(DURING, start, cancel)], { ...ongoing, ...shown('running', 'ongoing'), leave: 409 }],
])('every call agrees about a shift that is %s', async (_what, acts, expected) => {
  const led = await createWorkerAt(api, BEFORE);
  for (const act of acts) await act(led);
  expect(await said(led)).toEqual(expected);
});

it('the ongoing one of several shifts represents the job and is the first of the upcoming ones', async () => {
  const { guard } = await createWorkerAt(api, BEFORE);
  const given = await arrangeShift(api, guard, { dates: ['2027-03-11', '2027-03-12'] });
  api.clock.set('2027-03-11T16:40:00.000Z');
  await shiftCalls(api, guard, given).start();
  api.clock.set('2027-03-11T18:00:00.000Z');
  const { data } = await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token });
  expect([data.shiftId, data.upcomingShifts.map(({ shiftId }) => shiftId)]).toEqual([given.shiftIds[0], given.shiftIds]);
  expect(data.upcomingEarning).toBe('400.00');
});

it('a job that is cancelled during its first shift is under way, and its second shift is over, not missed', async () => {
  const { guard } = await createWorkerAt(api, BEFORE);
  const given = await arrangeShift(api, guard, { dates: ['2027-03-11', '2027-03-12'] });
  api.clock.set('2027-03-11T17:10:00.000Z');
  await shiftCalls(api, guard, given).start();
  await api.call(cancelJob, { jobId: given.jobId, reason: 'Rain' });
  api.clock.set('2027-03-12T16:00:00.000Z');
  const { data } = await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token });
  expect(data.jobStatus).toBe(4);
  expect(data.upcomingShifts).toMatchObject([{ shiftId: given.shiftIds[0], state: 'running', phase: 'ongoing' }]);
  expect(data.previoushifts).toMatchObject([{ shiftId: given.shiftIds[1], state: 'awarded', phase: 'over' }]);
});

it('a shift of a cancelled job is not missed: it is neither overdue nor closed, and has no expected earning', async () => {
  const led = await createWorkerAt(api, BEFORE);
  await cancel(led);
  api.clock.set('2027-03-11T05:00:00.000Z');
  const { data: overdue } = await api.call(overdueShifts, {});
  expect(overdue.map(({ shiftId }) => shiftId)).not.toContain(led.given.shiftId);
  expect((await api.call(closeShift, { guard: led.guard.id, shiftId: led.given.shiftId } as never)).code).toBe(409);
  const { data } = await api.call(jobDetail, { jobId: led.given.jobId } as never, { token: led.guard.token });
  expect(data.upcomingEarning).toBe('0.00');
});

it('a job page shows whether the guard has the job, also once it is over or cancelled', async () => {
  const led = await createWorkerAt(api, BEFORE);
  const applicant = await api.guard();
  const { jobId, shiftId } = led.given;
  await api.call(applyForJob, { userId: jobId, jobId, shiftId, isApply: 1 }, { token: applicant.token });
  const isHeld = async () => {
    const pages = [led.guard, applicant].map(({ token }) => api.call(jobDetail, { jobId } as never, { token }));
    return (await Promise.all(pages)).map(({ data }) => data.isHeld);
  };
  expect(await isHeld()).toEqual([true, false]);
  await cancel(led);
  expect(await isHeld()).toEqual([true, false]);
});
