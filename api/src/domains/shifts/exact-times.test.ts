import { DEVICE_TIME_HEADER, formatDeviceTime } from '@portal/contracts/_kernel/deviceTime';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { leaveHandover } from '@portal/contracts/handovers/handovers.endpoints';
import { listHandovers } from '@portal/contracts/handovers/handovers.staff';
import { arrive, endBreak, endJob, startJob, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { recordCsv } from '@portal/contracts/shifts/shifts.record';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { listWelfareChecks, setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { createWorkerAt, type GivenShift, reasons, type ShiftCalls } from '../../../test/shifts';
import { type TestGuard, testApi } from '../../../test/test-api';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T15:00:00.000Z'));
});

const ms = (time: string) => Date.parse(`2027-03-10T${time}:00.000Z`);
const at = (time: string) => new Date(ms(time)).toISOString();
/** The page was killed for three minutes. Between 17:00 and 23:00 the clock of the phone is a day fast. */
const KILLED = '18:00';
const GONE_MS = 3 * MINUTE;
const FAST = ['17:00', '23:00'] as const;

const errorAt = (time: string) => (time >= FAST[0] && time < FAST[1] ? DAY : 0);
const phoneAt = (time: string) => new Date(ms(time) + errorAt(time)).toISOString();

/** The header of an act of this time that is sent now. */
function headerOf(time: string): Record<string, string> {
  const isBefore = time < KILLED;
  const waited = api.clock.now().getTime() - ms(time) - (isBefore ? GONE_MS : 0);
  const earliest = ms(time) - (isBefore ? 0 : GONE_MS);
  const clock = ms(time) + errorAt(time);
  return { [DEVICE_TIME_HEADER]: formatDeviceTime({ clock, estimate: clock, earliest, waited }) };
}

function send<In, Out>(endpoint: Endpoint<In, Out>, time: string, extra: Record<string, unknown> = {}, headers = headerOf(time)) {
  const { jobId, shiftId } = given;
  const input = { jobId, shiftId, at: phoneAt(time), ...extra };
  return api.call(endpoint, input as never, { token: guard.token, headers });
}

describe('acts of a shift that was worked without a connection', () => {
  it('[TRUTH-01] count at their true times, although the clock was a day fast in between, and each states how exact it is', async () => {
    await api.call(setWelfareCheck, { jobId: given.jobId, everyMinutes: 120, graceMinutes: 15 } as never);
    api.clock.set('2027-03-11T02:00:00.000Z');
    await send(arrive, '16:45');
    await send(startJob, '17:10');
    await send(takeBreak, '19:00', { guardId: guard.id, breakReasonId: reasons.meal });
    await send(endBreak, '19:30');
    expect((await send(answerWelfareCheck, '20:00')).code).toBe(200);
    const [check] = (await api.call(listWelfareChecks, {} as never)).data;
    await send(raiseSos, '20:10', { active: true });
    await send(writeEnote, '20:30', { title: 'Gate open', eventTime: '20:30:00', type: 1, description: 'Closed it.' });
    await send(leaveHandover, '21:00', { text: 'Keys are in the box.', keepsRecording: false });
    const { data, message } = await send(endJob, '23:30', { guardId: guard.id, endReasonId: reasons.complete });

    const fast = (time: string) => new Date(ms(time) + (time < KILLED ? GONE_MS : 0)).toISOString();
    const { arrival, started, breaks, sos, enotes, handover, ended } = await me.record();
    // The clock was right: its time counts, and the three minutes are before or after it.
    expect(arrival).toMatchObject({ at: at('16:45'), withinMs: GONE_MS });
    expect(ended).toMatchObject({ at: at('23:30'), withinMs: GONE_MS });
    // The clock was a day fast: the latest possible time counts.
    expect(started).toMatchObject({ at: fast('17:10'), withinMs: GONE_MS });
    expect(breaks).toMatchObject([{ at: fast('19:00'), withinMs: GONE_MS, endedAt: fast('19:30'), endedWithinMs: GONE_MS }]);
    expect(check).toMatchObject({ answeredAt: fast('20:00'), answeredWithinMs: GONE_MS });
    expect(sos).toMatchObject([{ at: fast('20:10'), withinMs: GONE_MS }]);
    expect(enotes).toMatchObject([{ at: fast('20:30'), withinMs: GONE_MS }]);
    expect(handover?.note).toMatchObject({ at: fast('21:00'), withinMs: GONE_MS });
    expect([data.isServerTime, message.includes('clock was wrong')]).toEqual([false, false]);
    expect((await api.call(listHandovers, { jobId: given.jobId } as never)).data).toMatchObject([{ withinMs: GONE_MS }]);
  });

  it('[TRUTH-03] have their exactness in the downloaded record', async () => {
    api.clock.set('2027-03-10T19:00:00.000Z');
    await send(startJob, '17:10');
    const line = recordCsv(await me.record())
      .split('\r\n')
      .find((one) => one.includes('Shift started'));
    expect(line).toContain('within 3 minutes');
  });

  it('repeat the first reply for the same key, although the repeat waited longer', async () => {
    api.clock.set('2027-03-10T18:30:00.000Z');
    const key = { 'idempotency-key': 'f0f0f0f0-0000-4000-8000-000000000001' };
    const first = await send(startJob, '17:10', {}, { ...headerOf('17:10'), ...key });
    api.clock.advance({ minutes: 5 });
    const again = await send(startJob, '17:10', {}, { ...headerOf('17:10'), ...key });
    expect(again).toEqual(first);
  });

  it('repeat the reply to a break under another key, although the bounds have moved its time', async () => {
    api.clock.set('2027-03-10T18:30:00.000Z');
    await send(startJob, '16:45');
    const input = { guardId: guard.id, breakReasonId: reasons.meal };
    const first = (await send(takeBreak, '17:10', input)).data as { at: string };
    api.clock.advance({ minutes: 5 });
    expect((await send(takeBreak, '17:10', input)).data).toEqual({ at: first.at, isServerTime: false });
    expect((await send(takeBreak, '17:40', input)).code).toBe(409);
    expect((await me.record()).breaks).toHaveLength(1);
  });

  it('[TRUTH-03] state no exactness for a note with a time that the guard has named', async () => {
    api.clock.set('2027-03-10T19:00:00.000Z');
    await send(startJob, '16:45');
    const note = { title: 'Gate open', eventTime: '18:20:00', type: 1, description: 'Closed it.', at: at('18:20'), isNamed: true };
    await send(writeEnote, '18:30', note);
    expect((await me.record()).enotes).toMatchObject([{ at: at('18:20'), withinMs: null }]);
  });

  it.each([
    ['text', 'yesterday'],
    ['a negative wait', 'clock=1; estimate=1; earliest=1; waited=-1'],
    ['an instant of another year', formatDeviceTime({ clock: 1, estimate: 1, earliest: 1, waited: 1 })],
    ['a wait of a century', formatDeviceTime({ clock: ms('17:10'), estimate: ms('17:10'), earliest: ms('17:10'), waited: 3e12 })],
  ])('are decided as without the header for %s in it', async (_what, header) => {
    api.clock.set('2027-03-10T17:20:00.000Z');
    const { code, data } = await send(startJob, '17:10', { at: at('17:10') }, { [DEVICE_TIME_HEADER]: header });
    expect([code, data.at]).toEqual([200, at('17:10')]);
    expect((await me.record()).started).toMatchObject({ withinMs: null });
  });
});
