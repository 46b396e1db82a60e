import { jobDetail, jobHistory, searchJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob, setSitePhone } from '@portal/contracts/jobs/jobs.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { sql } from 'kysely';
import { arrangeShift, createWorkerAt, type GivenShift, giveJob, leadTo, reasons, type ShiftCalls, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

/** The site's 12:00 and 20:00. */
const STARTS = '2027-03-10T17:00:00.000Z';
const ENDS = '2027-03-11T01:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T15:00:00.000Z'));
});

describe('a day at work', () => {
  it('[API-JOB-24, DATA-JOB-26] is shown from before it begins until its end, with its break and its pay', async () => {
    const schedule = { jobId: given.jobId, shiftId: given.shiftId, startTime: STARTS, endTime: ENDS, totalShiftHours: '8' };
    expect(await me.shown()).toMatchObject({
      now: '2027-03-10T15:00:00.000Z',
      lastEnded: null,
      shift: {
        ...schedule,
        state: 'awarded',
        earning: '0.00',
        paidHours: '0',
        hourlyRate: '25.00',
        expectedEarning: '200.00',
        ended: null,
      },
    });
    api.clock.set('2027-03-10T16:55:00.000Z');
    await me.arrive();
    await me.start();
    api.clock.set('2027-03-10T19:30:00.000Z');
    expect((await me.shown()).shift).toMatchObject({ state: 'running', earning: '62.50', paidHours: '2.5' });
    await me.takeBreak({ breakReasonId: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb004', description: 'Lunch' });
    expect((await me.shown()).shift).toMatchObject({
      state: 'on-break',
      breaks: [{ reason: { id: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb004', name: 'Phone call' }, description: 'Lunch', endedAt: null }],
    });
    api.clock.advance({ minutes: 20 });
    await me.endBreak();
    api.clock.set('2027-03-11T01:05:00.000Z');
    const { data, message } = await me.end({ shiftEndComment: 'Quiet night', rating: 4.5 });
    expect(message).toBe(shiftMessages.ended);
    expect(data).toMatchObject({ earning: '200.00', paidHours: '8', endedBreak: false, at: '2027-03-11T01:05:00.000Z' });
    expect(await me.shown()).toMatchObject({ shift: null, lastEnded: { shiftId: given.shiftId, jobTitle: 'Gate watch' } });
    expect((await me.shown({ shiftId: given.shiftId })).shift).toEqual(await me.record());
  });

  it('[ONJOB-15, ONJOB-26/2, API-JOB-24, DATA-JOB-26] has a full record: both times of each event, the break as requested, reason, comment and stars', async () => {
    api.clock.set('2027-03-10T17:00:00.000Z');
    await me.start({ lat: 43.65, long: -79.38, accuracy: 15 });
    api.clock.advance({ hours: 1 });
    await me.takeBreak({ at: '2027-03-10T17:50:00.000Z', description: '' });
    await me.endBreak();
    await me.end({ shiftEndComment: ' Relieved early ', rating: 4 });
    const told = (at: string, receivedAt = at) => ({ at: `2027-03-10T${at}:00.000Z`, receivedAt: `2027-03-10T${receivedAt}:00.000Z` });
    expect(await me.record()).toMatchObject({
      state: 'ended',
      arrival: { ...told('17:00'), lat: 43.65, long: -79.38, accuracy: 15, distance: expect.any(Number) },
      started: told('17:00'),
      breaks: [
        {
          reason: { id: reasons.meal, name: 'Meal' },
          description: 'Break',
          ...told('17:50', '18:00'),
          endedAt: '2027-03-10T18:00:00.000Z',
        },
      ],
      ended: {
        ...told('18:00'),
        byStaff: false,
        endReasonId: { id: reasons.complete, name: 'The shift is complete' },
        shiftEndComment: 'Relieved early',
        rating: 4,
      },
      paidHours: '1',
      earning: '25.00',
    });
  });

  it('[ONJOB-26/2, DATA-JOB-30/2, SHELL-45] ends in the earning, the history, the job detail and the alerts', async () => {
    api.clock.set(STARTS);
    await me.start();
    api.clock.set(ENDS);
    await me.end();
    expect(await me.credits()).toEqual(['200.00']);
    const { data: history } = await api.call(jobHistory, {} as never, { token: guard.token });
    expect(history.docs[0]?.totalEarning).toEqual([{ credit: '200.00' }]);
    const { data: detail } = await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token });
    expect(detail).toMatchObject({ earning: '200.00', upcomingEarning: '0.00', previoushifts: [{ state: 'ended' }] });
    const { data: alerts } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(alerts.docs).toContainEqual(
      expect.objectContaining({ title: 'You were paid', description: 'Gate watch: $200.00 was credited.' }),
    );
  });

  it("stores the client's stars as the average of the job's guards, in halves", async () => {
    const other = await api.guard();
    await giveJob(api, other, given);
    api.clock.set(STARTS);
    const stars = async () => (await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token })).data.clientRating;
    for (const [who, rating, kept] of [
      [guard, 4, 4],
      [other, 4.5, 4.5],
    ] as const) {
      const they = shiftCalls(api, who, given);
      await they.start();
      await they.end({ rating });
      expect(await stars()).toBe(kept);
    }
  });

  it('without stars leaves the rating as it was', async () => {
    await sql`update jobs set client_rating = 3.5 where id = ${given.jobId}`.execute(db());
    api.clock.set(STARTS);
    await me.start();
    await me.end({ rating: 0 });
    const { data } = await api.call(jobDetail, { jobId: given.jobId } as never, { token: guard.token });
    expect(data.clientRating).toBe(3.5);
  });
});

const m = shiftMessages;
const lead = (state: string) => leadTo(state, { api, guard, given, me });

describe('the phone numbers of a shift', () => {
  it('are the number of the site, as staff posted it, and the number of dispatch; only a guard of the job sees the first', async () => {
    expect((await me.shown()).shift?.phones).toEqual({ site: null, dispatch: '4165550123' });
    const { shiftId } = await arrangeShift(api, guard, { dates: ['2027-03-11'], sitePhone: '+1 (416) 555-0142' });
    expect((await me.shown({ shiftId })).shift?.phones).toEqual({ site: '4165550142', dispatch: '4165550123' });
    await api.call(postJob, { jobTitle: 'Open gate', dates: ['2027-03-20'], sitePhone: '4165550143' } as never);
    const open = await api.call(searchJobs, { searchBy: 'Open gate' } as never, { token: guard.token });
    expect(open.data.docs).toHaveLength(1);
    expect(JSON.stringify(open.data)).not.toContain('4165550143');
  });

  it('change and disappear by staff', async () => {
    const phones = async () => (await me.shown()).shift?.phones?.site;
    const { jobId } = given;
    expect((await api.call(setSitePhone, { jobId, sitePhone: '(416) 555-0144' })).data).toEqual({ jobId, sitePhone: '4165550144' });
    expect(await phones()).toBe('4165550144');
    expect((await api.call(setSitePhone, { jobId })).data).toEqual({ jobId, sitePhone: null });
    expect(await phones()).toBeNull();
    expect((await api.call(setSitePhone, { jobId, sitePhone: '12' })).code).toBe(400);
    expect((await api.call(setSitePhone, { jobId: guard.id })).code).toBe(404);
  });

  it('are ten digits', async () => {
    const posted = await api.call(postJob, { jobTitle: 'Gate', sitePhone: '555' } as never);
    expect(posted).toMatchObject({ code: 400, errors: { sitePhone: 'A phone number has ten digits' } });
  });
});

describe('the guard of a shift', () => {
  it('[AUTHZ-28, AUTHZ-29] a guard takes breaks and ends a job of their own, with a session', async () => {
    await lead('running');
    api.clock.advance({ hours: 1 });
    expect([(await me.takeBreak()).code, (await me.endBreak()).code, (await me.end()).code]).toEqual([200, 200, 200]);
    const stranger = shiftCalls(api, { ...guard, token: '' }, given);
    expect([(await stranger.takeBreak()).code, (await stranger.endBreak()).code, (await stranger.end()).code]).toEqual([401, 401, 401]);
  });

  it("[API-JOB-24, DATA-JOB-26] refuses another guard's shift, a shift of another job and an unknown shift with the same message", async () => {
    await lead('running');
    const other = await api.guard();
    const theirs = shiftCalls(api, other, given);
    const nowhere = shiftCalls(api, guard, { jobId: given.shiftId, shiftId: given.shiftId });
    const noShift = shiftCalls(api, guard, { jobId: given.jobId, shiftId: given.jobId });
    for (const they of [theirs, nowhere, noShift])
      for (const act of ['arrive', 'start', 'takeBreak', 'endBreak', 'end', 'sos'] as const)
        expect(await they[act]()).toMatchObject({ status: 404, message: m.notYours, data: null });
    expect(await theirs.record()).toBeNull();
    expect((await theirs.shown({ shiftId: given.shiftId })).shift).toBeNull();
  });

  it("[API-JOB-24, DATA-JOB-26] refuses another guard's id in a break and in an end", async () => {
    await lead('running');
    const { id: guardId } = await api.guard();
    expect([(await me.takeBreak({ guardId })).code, (await me.end({ guardId })).code, (await me.record()).state]).toEqual([
      403,
      403,
      'running',
    ]);
  });
});

describe('repeated calls', () => {
  it('concurrent: make one break, and refuse the other calls', async () => {
    await lead('running');
    const replies = await Promise.all(Array.from({ length: 8 }, () => me.takeBreak()));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await me.record()).breaks).toHaveLength(1);
  });

  it('concurrent: make one end of a break, and one reply for all', async () => {
    await lead('on-break');
    api.clock.advance({ minutes: 9 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => me.endBreak()));
    for (const { code, data } of replies) expect([code, data.at]).toEqual([200, '2027-03-10T17:09:00.000Z']);
  });

  it('concurrent: make one end, one credit, one alert', async () => {
    await lead('on-break');
    api.clock.advance({ hours: 2 });
    const replies = await Promise.all(Array.from({ length: 10 }, (_, place) => me.end({ rating: 5 }, place % 2 ? 'end-0001' : undefined)));
    for (const { code, data } of replies) expect([code, data.earning, data.at]).toEqual([200, '50.00', '2027-03-10T19:00:00.000Z']);
    expect(await me.credits()).toEqual(['50.00']);
    const { data } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(data.docs.filter(({ title }) => title === 'You were paid')).toHaveLength(1);
  });

  it('[ONJOB-26/3] later get the first end of the shift as the reply, and another comment, rating or instant changes nothing', async () => {
    await lead('running');
    api.clock.advance({ hours: 2 });
    const first = await me.end({ shiftEndComment: 'Quiet night', rating: 4 });
    const record = await me.record();
    expect(record.ended).toMatchObject({ shiftEndComment: 'Quiet night', rating: 4 });
    api.clock.advance({ hours: 1 });
    expect(await me.end({ shiftEndComment: 'A loud one', rating: 1 })).toMatchObject({ code: 200, data: first.data });
    expect([await me.record(), await me.credits()]).toEqual([record, ['50.00']]);
  });

  it('with the same key get the first reply, even after other changes', async () => {
    await lead('running');
    const first = await me.takeBreak({}, 'break-0001');
    await me.endBreak();
    expect(await me.takeBreak({}, 'break-0001')).toMatchObject({ code: 200, message: first.message, data: first.data });
    expect((await me.record()).breaks).toHaveLength(1);
  });

  it('with the same instant are the same break', async () => {
    await lead('running');
    api.clock.advance({ minutes: 30 });
    const at = '2027-03-10T12:20:00.000-05:00';
    expect([(await me.takeBreak({ at })).code, (await me.takeBreak({ at })).code]).toEqual([200, 200]);
    expect((await me.record()).breaks).toHaveLength(1);
  });
});
