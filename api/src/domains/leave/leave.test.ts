import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { cancelJob, postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave, leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { approveLeave, refuseLeave } from '@portal/contracts/leave/leave.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { sql } from 'kysely';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';

const DATES = ['2027-03-12', '2027-03-13', '2027-03-14'];
const api = testApi();
let guard: TestGuard;
let jobId: string;
let shiftIds: string[];

beforeEach(async () => {
  api.clock.set('2027-03-10T15:00:00.000Z');
  guard = await api.guard();
  ({ jobId, shiftIds } = (await api.call(postJob, { jobTitle: 'Gate watch', dates: DATES, start: '09:00', end: '17:00' } as never)).data);
  await api.call(applyForJob, { userId: jobId, jobId, shiftId: shift(0), isApply: 1 }, { token: guard.token });
  await api.call(award, { jobId, guard: guard.id });
});

const shift = (place: number) => shiftIds[place] ?? '';
const ask = (place: number, change: Record<string, unknown> = {}, token = guard.token) =>
  api.call(applyLeave, { jobId, shiftId: shift(place), shiftDate: DATES[place], leaveTitle: 1, ...change } as never, { token });
const asked = async () => (await api.call(leaveOfJob, { jobId }, { token: guard.token })).data;
const shown = async () =>
  (await api.call(jobDetail, { jobId } as never, { token: guard.token })).data.upcomingShifts.map(({ state, leave }) => [
    state,
    leave?.status,
  ]);

describe('apply for leave', () => {
  it('[API-JOB-20, API-JOB-21, AUTHZ-26, DATA-JOB-23] stores a request for one shift, which the shift and the list show', async () => {
    expect(await ask(1)).toMatchObject({ status: 200, code: 200, message: 'Your leave request was received.' });
    expect(await asked()).toEqual([{ shiftId: shift(1), shiftDate: DATES[1], leaveTitle: 1, leaveDescription: null, status: 0 }]);
    const other = await api.call(postJob, { jobTitle: 'Another', dates: ['2027-03-20'], start: '09:00', end: '17:00' } as never);
    await api.call(award, { jobId: other.data.jobId, guard: guard.id });
    expect((await api.call(leaveOfJob, { jobId: other.data.jobId }, { token: guard.token })).data).toEqual([]);
    expect(await shown()).toEqual([
      ['awarded', undefined],
      ['leave-requested', 0],
      ['awarded', undefined],
    ]);
  });

  it('[LEAVE-03] refuses Other without a description, and stores nothing', async () => {
    expect(await ask(0, { leaveTitle: 3, leaveDescription: ' ' })).toMatchObject({
      status: 400,
      errors: { leaveDescription: 'Description should not be blank' },
    });
    expect(await asked()).toEqual([]);
  });

  it('[API-JOB-20, DATA-JOB-23] takes a description, and refuses a request without the shift, its date or a title', async () => {
    expect((await ask(0, { leaveTitle: 3, leaveDescription: 'Court date' })).code).toBe(200);
    expect(await asked()).toMatchObject([{ shiftId: shift(0), leaveTitle: 3, leaveDescription: 'Court date' }]);
    for (const key of ['jobId', 'shiftId', 'shiftDate', 'leaveTitle']) {
      const { code, errors } = await ask(1, { [key]: undefined });
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
    }
    expect(await asked()).toHaveLength(1);
  });

  it('[LEAVE-04, DATA-JOB-24] keeps a description with Other only', async () => {
    await ask(0, { leaveTitle: 3, leaveDescription: 'Court date' });
    await ask(1, { leaveTitle: 2, leaveDescription: 'left over' });
    await ask(2, { leaveTitle: 1, leaveDescription: 'left over' });
    expect((await asked()).map(({ leaveDescription }) => leaveDescription)).toEqual(['Court date', null, null]);
  });

  it('[API-JOB-20, AUTHZ-26, DATA-JOB-23] is refused for a shift of another guard or of another job, with the same message', async () => {
    const other = await api.guard();
    const { data: elsewhere } = await api.call(postJob, { jobTitle: 'Elsewhere' } as never);
    const replies = [await ask(0, {}, other.token), await ask(0, { jobId: elsewhere.jobId })];
    expect(replies.map(({ code, message, data }) => [code, message, data])).toEqual(
      [1, 2].map(() => [403, 'This shift is not yours.', null]),
    );
  });

  it.each(['2027-03-12', '2027-03-14', '2027-04-13'])(
    '[API-JOB-20] is refused at a shiftDate that is not the day of the shift: %s',
    async (day) => {
      const refusal = { status: 400, errors: { shiftDate: 'This shift is on another day.' } };
      expect(await ask(1, { shiftDate: day })).toMatchObject(refusal);
      expect(await asked()).toEqual([]);
    },
  );

  it('[AUTHZ-26] is refused once the shift has begun, a second time, and on a cancelled job', async () => {
    await ask(1);
    expect(await ask(1)).toMatchObject({ status: 409, message: 'You have already requested leave for this shift.' });
    api.clock.set('2027-03-12T14:00:00.000Z');
    expect(await ask(0)).toMatchObject({ status: 409, message: 'You can only request leave for a shift that has not begun.' });
    await api.call(cancelJob, { jobId } as never);
    expect((await ask(2)).code).toBe(409);
  });

  it('two tabs at the same moment make one request; a repeated key makes no second one', async () => {
    expect((await Promise.all([ask(0), ask(0)])).map(({ code }) => code).sort()).toEqual([200, 409]);
    const input = { jobId, shiftId: shift(1), shiftDate: DATES[1], leaveTitle: 1 } as never;
    const again = () => api.call(applyLeave, input, { token: guard.token, headers: { 'idempotency-key': 'leave-0001' } });
    expect([(await again()).code, (await again()).code]).toEqual([200, 200]);
    expect(await asked()).toHaveLength(2);
  });

  it('the database enforces the rules of the service', async () => {
    const insert = (shiftId: string, title: number, description: string | null) =>
      sql`insert into leaves (guard_id, shift_id, leave_title, leave_description, created_at) values (${guard.id}, ${shiftId}, ${title}, ${description}, now())`
        .execute(db())
        .then(() => 'stored', sqlState);
    const foreign = (await api.call(postJob, { jobTitle: 'Elsewhere' } as never)).data.shiftIds[0] ?? '';
    expect([
      await insert(foreign, 1, null),
      await insert(shift(0), 3, null),
      await insert(shift(0), 1, 'no'),
      await insert(shift(0), 1, null),
      await insert(shift(0), 1, null),
    ]).toEqual(['23503', '23514', '23514', 'stored', '23505']);
  });
});

it('an open page gets a change event of leave when it is requested and when it is decided', async () => {
  expect(await collectChanges(api.url, guard.token, () => ask(0))).toEqual(['leave']);
  const decided = await collectChanges(api.url, guard.token, () => api.call(approveLeave, { guard: guard.id, shiftId: shift(0) }));
  expect(decided.filter((domain) => domain !== 'notifications')).toEqual(['leave']);
});

describe('staff decide', () => {
  it.each([
    [approveLeave, 1, 'on-leave', 'Leave approved'],
    [refuseLeave, 2, 'awarded', 'Leave refused'],
  ])('[SHELL-48/2] $id', async (endpoint, status, state, title) => {
    await ask(0);
    api.clock.advance({ minutes: 5 });
    expect((await api.call(endpoint, { guard: guard.email, shiftId: shift(0) })).data).toEqual({ shiftId: shift(0), status });
    expect((await shown())[0]).toEqual([state, status]);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs[0]).toMatchObject({ title, description: 'Gate watch, 12-03-2027' });
  });

  it('awards the shift to another guard when one is on leave', async () => {
    const other = await api.guard();
    await ask(0);
    await api.call(approveLeave, { guard: guard.id, shiftId: shift(0) });
    await api.call(applyForJob, { userId: jobId, jobId, shiftId: shift(0), isApply: 1 }, { token: other.token });
    expect((await api.call(award, { jobId, guard: other.id })).data.shiftIds).toContain(shift(0));
  });

  it('[SHELL-48/2] once only, and refuse to decide without a request', async () => {
    await ask(0);
    await api.call(approveLeave, { guard: guard.id, shiftId: shift(0) });
    for (const [endpoint, place] of [
      [refuseLeave, 0],
      [approveLeave, 1],
    ] as const)
      expect(await api.call(endpoint, { guard: guard.id, shiftId: shift(place) })).toMatchObject({
        code: 409,
        message: 'There is no open leave request for this shift.',
      });
    const stranger = await api.guard();
    expect(await api.call(approveLeave, { guard: stranger.id, shiftId: shift(0) })).toMatchObject({
      code: 404,
      message: 'There is no open leave request for this shift.',
    });
  });
});
