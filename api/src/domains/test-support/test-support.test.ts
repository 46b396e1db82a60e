import { confirmationState } from '@portal/contracts/auth/auth.confirmation';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { applyLeave, leaveOfJob } from '@portal/contracts/leave/leave.endpoints';
import { expireConfirmations, makePast, moveClock, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { listWelfareChecks, setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { findViolations } from '../../../test/invariants';
import { arrangeShift, giveJob, shiftCalls } from '../../../test/shifts';
import { productionEnv, startApi, type TestApi } from '../../../test/test-api';
import { queueMessage } from '../../platform/messages/message-queue';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z' });
});
afterAll(() => api.stop());

describe('the test clock', () => {
  afterEach(() => api.call(moveClock, {}));

  it('moves the whole API, continues to run, and can be reset', async () => {
    const { token } = await api.guard();
    const now = async () => (await api.call(session, {}, { token })).data.now;
    await api.call(moveClock, { now: '2027-03-14T12:00:00.000Z' });
    expect(await now()).toBe('2027-03-14T12:00:00.000Z');
    api.clock.advance({ minutes: 1 });
    expect(await now()).toBe('2027-03-14T12:01:00.000Z');
    expect((await api.call(moveClock, { advanceMinutes: 90 })).data.now).toBe('2027-03-14T13:31:00.000Z');
    expect((await api.call(moveClock, {})).data.now).toBe('2027-03-10T15:01:00.000Z');
  });
});

describe('expired confirmations', () => {
  it('ends the confirmation of every session of a test guard', async () => {
    const { id, token } = await api.guard();
    expect((await api.call(confirmationState, {}, { token })).data.confirmedUntil).not.toBeNull();
    expect((await api.call(expireConfirmations, { guard: id })).data).toEqual({ expired: 1 });
    expect((await api.call(confirmationState, {}, { token })).data.confirmedUntil).toBeNull();
    expect((await api.call(expireConfirmations, { guard: '00000000-0000-4000-8000-000000000000' })).code).toBe(404);
  });
});

describe('the mailbox', () => {
  it('shows what was mailed and texted to one address', async () => {
    await queueMessage({ channel: 'mail', to: 'ada@example.com', guardId: null, subject: 'Hello', body: 'There' });
    await queueMessage({ channel: 'sms', to: '4165550100', guardId: null, subject: '', body: '1234' });
    const { data } = await api.call(readMailbox, { to: 'ada@example.com' });
    expect(data).toMatchObject([{ channel: 'mail', to: 'ada@example.com', subject: 'Hello', body: 'There' }]);
  });
});

it('a subject is one line, also with line breaks in its input', async () => {
  await queueMessage({
    channel: 'mail',
    to: 'eve@example.com',
    guardId: null,
    subject: 'Keys\r\nBcc: all@example.com\u0000\u2028now',
    body: 'Two\nlines',
  });
  const { data } = await api.call(readMailbox, { to: 'eve@example.com' });
  expect(data).toMatchObject([{ subject: 'Keys Bcc: all@example.com now', body: 'Two\nlines' }]);
});

describe('a past', () => {
  const given = async (isTest: boolean) => {
    const guard = await api.guard();
    const wanted = { jobTitle: 'Gate watch', dates: ['2027-03-12', '2027-03-13'], start: '22:00', end: '06:00', hourlyRate: 30, isTest };
    const { jobId, shiftIds } = (await api.call(postJob, wanted as never)).data;
    await giveJob(api, guard, { jobId, shiftId: shiftIds[0] ?? '', shiftIds });
    return { guard, jobId, shiftIds };
  };

  it('of a running shift with a welfare check ends the check', async () => {
    const guard = await api.guard();
    const shift = await arrangeShift(api, guard, { start: '10:20', end: '18:00', isTest: true });
    await api.call(setWelfareCheck, { jobId: shift.jobId, everyMinutes: 30 } as never);
    await shiftCalls(api, guard, shift).start();
    expect((await api.call(listWelfareChecks, {})).data).toHaveLength(1);
    expect((await api.call(makePast, { guard: guard.id, jobId: shift.jobId } as never)).code).toBe(200);
    expect(await findViolations()).toEqual([]);
    expect((await api.call(listWelfareChecks, {})).data).toEqual([]);
  });

  it('of a shift with a leave request is work done, without leave', async () => {
    const { guard, jobId, shiftIds } = await given(true);
    const asked = { jobId, shiftId: shiftIds[0], shiftDate: '2027-03-12', leaveTitle: 1 };
    expect((await api.call(applyLeave, asked as never, { token: guard.token })).code).toBe(200);
    expect((await api.call(makePast, { guard: guard.id, jobId } as never)).data).toEqual({ shifts: 2 });
    expect((await api.call(leaveOfJob, { jobId }, { token: guard.token })).data).toEqual([]);
    expect(await findViolations()).toEqual([]);
  });

  it('is work done, paid and rated', async () => {
    const { guard, jobId } = await given(true);
    const { code, data } = await api.call(makePast, { guard: guard.id, jobId, shortBy: '12.00', licenceDays: 13 });
    expect([code, data]).toEqual([200, { shifts: 2 }]);
    const summary = await api.call(profileSummary, { id: guard.id }, { token: guard.token });
    expect(summary.data).toMatchObject({ totalEarning: '468.00', hoursWorked: '16', rating: 3.3 });
  });

  it('is made once, also by concurrent calls', async () => {
    const { guard, jobId } = await given(true);
    const replies = await Promise.all([0, 1].map(() => api.call(makePast, { guard: guard.id, jobId } as never)));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 404]);
  });

  it.each(['240.00', '1000000000', `-${'9'.repeat(400)}`])(
    'cannot be short by %s, more than the pay of its latest shift',
    async (shortBy) => {
      const { guard, jobId } = await given(true);
      expect(await api.call(makePast, { guard: guard.id, jobId, shortBy } as never)).toMatchObject({
        ...{ code: 400, message: 'The latest shift cannot be short by that much.' },
      });
    },
  );

  it.each([
    ['a job that is not of a test', async () => given(false)],
    ['a job of another guard', async () => ({ guard: await api.guard(), jobId: (await given(true)).jobId })],
  ])('is not made of %s', async (_what, make) => {
    const { guard, jobId } = await make();
    expect((await api.call(makePast, { guard: guard.id, jobId } as never)).code).toBe(404);
  });
});

describe('in production', () => {
  it('test clock and mailbox are not offered', async () => {
    await api.stop();
    api = await startApi({ env: { ...productionEnv, mode: 'production' } });
    expect((await api.call(moveClock, {})).code).toBe(404);
    expect((await api.call(readMailbox, { to: 'x' })).code).toBe(404);
    expect((await api.call(makePast, { guard: 'x', jobId: '00000000-0000-4000-8000-000000000000' } as never)).code).toBe(404);
  });
});
