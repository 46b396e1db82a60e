import { positionMessage } from '@portal/contracts/_kernel/position';
import { cancelJob } from '@portal/contracts/jobs/jobs.staff';
import { shiftMessages as m } from '@portal/contracts/shifts/shifts.rules';
import { sql } from 'kysely';
import { arrangeShift, createWorkerAt, type ExtraInput, type GivenShift, type ShiftCalls, shiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

/** A shift of 2027-03-10, 12:00 to 20:00 at the site: 17:00 to 01:00 UTC. */
const STARTS = '2027-03-10T17:00:00.000Z';
const ENDS = '2027-03-11T01:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
});

describe('the period in which a shift can be worked', () => {
  it.each([
    ['arrive', '2027-03-10T14:59:59.000Z', 409, 'It is too early to record your arrival. You can from Wed, Mar 10, 2027, 10:00 a.m.'],
    ['arrive', '2027-03-10T15:00:00.000Z', 200, m.arrived],
    ['start', '2027-03-10T16:29:59.000Z', 409, 'It is too early to start. You can from Wed, Mar 10, 2027, 11:30 a.m.'],
    ['start', '2027-03-10T16:30:00.000Z', 200, m.started],
    ['start', '2027-03-11T00:59:59.000Z', 200, m.started],
    ['arrive', ENDS, 409, m.over],
    ['start', ENDS, 409, m.over],
  ] as const)('%s at %s: %i', async (act, now, code, message) => {
    api.clock.set(now);
    const reply = await me[act]();
    expect([reply.code, reply.message.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')]).toEqual([code, message]);
  });

  it('a cancelled job is neither arrived at nor started; a running shift is ended and paid', async () => {
    const other = await api.guard();
    const late = shiftCalls(api, other, await arrangeShift(api, other));
    const cancelled = { jobId: (await late.shown()).shift?.jobId };
    api.clock.set(STARTS);
    await me.start();
    await api.call(cancelJob, { jobId: given.jobId } as never);
    await api.call(cancelJob, cancelled as never);
    for (const act of ['arrive', 'start'] as const) expect(await late[act]()).toMatchObject({ code: 409, message: m.cancelled });
    api.clock.advance({ hours: 1 });
    expect((await me.shown()).shift).toMatchObject({ isCancelled: true, state: 'running' });
    expect((await me.end()).data.earning).toBe('25.00');
    expect((await late.shown()).shift).toBeNull();
  });

  it('a shift of a closed job is over, not cancelled', async () => {
    await sql`update jobs set status = 5 where id = ${given.jobId}`.execute(db());
    for (const now of [STARTS, '2027-03-15T12:00:00.000Z']) {
      api.clock.set(now);
      for (const act of ['arrive', 'start'] as const) expect(await me[act]()).toMatchObject({ code: 409, message: m.over });
    }
  });

  it('one shift of a guard runs at a time', async () => {
    const next = shiftCalls(api, guard, await arrangeShift(api, guard, { jobTitle: 'Late watch', start: '20:10', end: '23:00' }));
    api.clock.set(STARTS);
    await me.start();
    api.clock.set('2027-03-11T01:05:00.000Z');
    expect(await next.start()).toMatchObject({ code: 409, message: m.otherRunning });
    await me.end();
    expect((await next.start()).code).toBe(200);
  });
});

/** The phone's instant: [previous calls, call, server's time, at] -> the instant that counts, and whether it is the server's. */
describe('the instant that the phone sends', () => {
  const server = '2027-03-10T17:30:00.000Z';
  it.each([
    ['it waited in the outbox', { at: '2027-03-10T17:10:00.000Z' }, '2027-03-10T17:10:00.000Z', false],
    ['in another offset', { at: '2027-03-10T12:10:00-05:00' }, '2027-03-10T17:10:00.000Z', false],
    ['a minute fast', { at: '2027-03-10T17:31:00.000Z' }, server, false],
    ['an hour fast: the server', { at: '2027-03-10T18:30:00.000Z' }, server, true],
    ['a minute before the arrival: then', { at: '2027-03-10T16:59:00.000Z' }, '2027-03-10T17:00:00.000Z', false],
    ['an hour before the arrival: the server', { at: '2027-03-10T16:00:00.000Z' }, server, true],
    ['nothing', {}, server, false],
  ] as [string, ExtraInput, string, boolean][])('%s', async (_case, extra, at, isServerTime) => {
    api.clock.set(STARTS);
    await me.arrive();
    api.clock.set(server);
    const { message, data } = await me.start(extra);
    expect(data).toEqual({ at, isServerTime });
    expect(message.includes("Your phone's clock was wrong")).toBe(isServerTime);
    expect((await me.record()).started).toEqual({ at, receivedAt: server, withinMs: null });
  });

  it('older than twelve hours is refused with an instruction', async () => {
    api.clock.set('2027-03-10T23:00:00.000Z');
    expect(await me.start({ at: '2027-03-10T10:59:59.000Z' })).toMatchObject({ code: 409, message: m.tooOld });
    expect((await me.start()).code).toBe(200);
  });

  it('a whole shift without signal is sent afterwards, in order, and stored as it was worked', async () => {
    const at = (time: string) => ({ at: `2027-03-10T${time}:00.000Z` });
    api.clock.set('2027-03-11T02:00:00.000Z');
    await me.arrive(at('16:45'));
    await me.start(at('16:58'));
    await me.takeBreak(at('19:00'));
    await me.endBreak(at('19:30'));
    const { data } = await me.end(at('23:30'));
    expect(data).toMatchObject({ at: '2027-03-10T23:30:00.000Z', isServerTime: false, paidHours: '6.5', earning: '162.50' });
    const { arrival, started, breaks, ended } = await me.record();
    expect([arrival?.at, started?.at, breaks[0]?.at, breaks[0]?.endedAt, ended?.at].map((one) => one?.slice(11, 16))).toEqual([
      ...['16:45', '16:58', '19:00', '19:30', '23:30'],
    ]);
    for (const told of [arrival, started, breaks[0], ended]) expect(told?.receivedAt).toBe('2027-03-11T02:00:00.000Z');
  });

  it('an end or a break is never before the previous event', async () => {
    api.clock.set(STARTS);
    await me.start();
    api.clock.advance({ hours: 1 });
    await me.takeBreak();
    api.clock.advance({ hours: 1 });
    expect((await me.endBreak({ at: STARTS })).data).toEqual({ at: '2027-03-10T19:00:00.000Z', isServerTime: true });
    expect((await me.end({ at: '2027-03-10T18:30:00.000Z' })).data).toMatchObject({ at: '2027-03-10T19:00:00.000Z', isServerTime: true });
  });
});

describe('the position of an arrival', () => {
  it.each([
    ['at the gate', { lat: 0.001, accuracy: 20 }, { distance: 111, isFar: false }, m.arrived],
    ['a kilometre away', { lat: 0.01, accuracy: 20 }, { distance: 1112, isFar: true }, m.arrivedFar('1.1')],
    ['a kilometre away, by a phone that may be wrong by two', { lat: 0.01, accuracy: 2000 }, { distance: 1112, isFar: false }, m.arrived],
  ])('%s is accepted, and the distance is reported', async (_case, { lat, accuracy }, expected, message) => {
    const site = (await me.shown()).shift?.location ?? { lat: 0, long: 0 };
    api.clock.set(STARTS);
    const reply = await me.arrive({ lat: site.lat + lat, long: site.long, accuracy });
    expect([reply.code, reply.message]).toEqual([200, message]);
    expect(reply.data).toMatchObject(expected);
    expect((await me.record()).arrival).toMatchObject({ ...expected, lat: site.lat + lat, long: site.long, accuracy });
    expect((await me.arrive()).data).toEqual(reply.data);
  });

  it('without a position is accepted, too', async () => {
    api.clock.set(STARTS);
    expect((await me.arrive()).data).toEqual({ at: STARTS, isServerTime: false, distance: null, isFar: false });
    expect((await me.record()).arrival).toMatchObject({ lat: null, long: null, accuracy: null, distance: null });
  });

  it.each([
    [{ lat: 43 }, { lat: positionMessage }],
    [
      { lat: 'NaN', long: 'NaN' },
      { lat: 'Must be a number', long: 'Must be a number' },
    ],
    [
      { lat: 91, long: -181 },
      { lat: 'Not a latitude', long: 'Not a longitude' },
    ],
  ])('%j is refused', async (extra, errors) => {
    api.clock.set(STARTS);
    expect(await me.arrive(extra)).toMatchObject({ status: 400, errors });
  });
});

describe('hours and pay over the nights', () => {
  it.each([
    ['an ordinary night', '2027-02-13', '22:00', '06:00', 0, 8, '8', '178.80'],
    ['the clocks go forward', '2027-03-13', '22:00', '06:00', 0, 7, '7', '156.45'],
    ['the clocks go back', '2027-11-06', '22:00', '06:00', 0, 9, '9', '201.15'],
    ['forward, started an hour late', '2027-03-13', '22:00', '06:00', 1, 7, '6', '134.10'],
    ['back, ended within the hour that comes twice', '2027-11-06', '22:00', '06:00', 0, 3.75, '3.75', '83.81'],
    ['forward, ended after the hour that is skipped', '2027-03-13', '22:00', '06:00', 0, 4.25, '4.25', '94.99'],
    ['begun at a time that the clocks skip', '2027-03-14', '02:30', '10:00', 0, 6.5, '6.5', '145.28'],
    ['a whole day, the clocks go back', '2027-11-06', '08:00', '08:00', 0, 25, '25', '558.75'],
    ['come early and left late', '2027-02-13', '22:00', '06:00', -0.25, 8.5, '8', '178.80'],
  ] as const)('%s', async (_case, date, start, end, startedAfter, endedAfter, hours, pay) => {
    api.clock.set(`${date}T06:00:00.000Z`);
    const night = await api.guard();
    const they = shiftCalls(api, night, await arrangeShift(api, night, { dates: [date], start, end, hourlyRate: 22.35 }));
    const begins = Date.parse((await they.shown()).shift?.startTime ?? '');
    const instantAfter = (hour: number) => new Date(begins + hour * 3_600_000).toISOString();
    api.clock.set(instantAfter(startedAfter));
    await they.start();
    api.clock.set(instantAfter(endedAfter));
    const { data } = await they.end();
    expect([data.paidHours, data.earning]).toEqual([hours, pay]);
    expect(await they.credits()).toEqual([pay]);
    expect(await they.record()).toMatchObject({ paidHours: hours, earning: pay });
  });

  it('a shift that ended before its scheduled start pays and credits nothing', async () => {
    api.clock.set('2027-03-10T16:40:00.000Z');
    await me.start();
    api.clock.advance({ minutes: 5 });
    expect(await me.end()).toMatchObject({ code: 200, message: m.endedUnpaid, data: { earning: '0.00', paidHours: '0' } });
    expect(await me.credits()).toEqual([]);
  });
});
