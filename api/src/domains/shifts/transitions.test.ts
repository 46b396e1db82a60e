import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { leaveMessages as leave } from '@portal/contracts/leave/leave.rules';
import { takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages as m } from '@portal/contracts/shifts/shifts.rules';
import { createWorkerAt, type GivenShift, leadTo, type ShiftCalls } from '../../../test/shifts';
import { collectChanges } from '../../../test/socket';
import { type TestGuard, testApi } from '../../../test/test-api';

const STARTS = '2027-03-10T17:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T15:00:00.000Z'));
});

type Act = 'arrive' | 'start' | 'takeBreak' | 'endBreak' | 'end';

async function tried(from: Parameters<typeof leadTo>[0], act: Act, code: number, message: string, to: string) {
  await leadTo(from, { api, guard, given, me });
  api.clock.set(from === 'ended' ? STARTS : '2027-03-10T17:30:00.000Z');
  const reply = await me[act]();
  expect([reply.code, reply.message, (await me.record()).state]).toEqual([code, message, to]);
}

describe('every call in every state', () => {
  it.each([
    ['awarded', 'arrive', 200, m.arrived, 'arrived'],
    ['awarded', 'start', 200, m.started, 'running'],
    ['awarded', 'takeBreak', 409, m.notStarted, 'awarded'],
    ['awarded', 'endBreak', 409, m.noBreak, 'awarded'],
    ['leave-requested', 'arrive', 409, m.leaveRequested, 'leave-requested'],
    ['leave-requested', 'start', 409, m.leaveRequested, 'leave-requested'],
    ['leave-requested', 'takeBreak', 409, m.leaveRequested, 'leave-requested'],
    ['leave-requested', 'endBreak', 409, m.noBreak, 'leave-requested'],
    ['on-leave', 'arrive', 409, m.onLeave, 'on-leave'],
    ['on-leave', 'start', 409, m.onLeave, 'on-leave'],
    ['on-leave', 'takeBreak', 409, m.onLeave, 'on-leave'],
    ['on-leave', 'endBreak', 409, m.noBreak, 'on-leave'],
    ['arrived', 'arrive', 200, m.arrived, 'arrived'],
    ['arrived', 'start', 200, m.started, 'running'],
    ['arrived', 'takeBreak', 409, m.notStarted, 'arrived'],
    ['arrived', 'endBreak', 409, m.noBreak, 'arrived'],
    ['running', 'arrive', 200, m.arrived, 'running'],
    ['running', 'start', 200, m.started, 'running'],
    ['running', 'takeBreak', 200, m.breakStarted, 'on-break'],
    ['running', 'endBreak', 409, m.noBreak, 'running'],
    ['running', 'end', 200, m.ended, 'ended'],
    ['on-break', 'arrive', 200, m.arrived, 'on-break'],
    ['on-break', 'start', 200, m.started, 'on-break'],
    ['on-break', 'takeBreak', 409, m.onBreakAlready, 'on-break'],
    ['on-break', 'endBreak', 200, m.breakEnded, 'running'],
    ['on-break', 'end', 200, m.endedWithBreak, 'ended'],
    ['ended', 'arrive', 200, m.arrived, 'ended'],
    ['ended', 'start', 200, m.started, 'ended'],
    ['ended', 'takeBreak', 409, m.alreadyEnded, 'ended'],
    ['ended', 'endBreak', 409, m.noBreak, 'ended'],
    ['ended', 'end', 200, m.endedUnpaid, 'ended'],
    ['missed', 'arrive', 409, m.missed, 'missed'],
    ['missed', 'start', 409, m.missed, 'missed'],
    ['missed', 'takeBreak', 409, m.missed, 'missed'],
    ['missed', 'endBreak', 409, m.noBreak, 'missed'],
  ] as const)('[SHELL-48/2] %s, %s: %i %s', tried);

  it.each([
    ['awarded', 'end', 409, m.notStarted, 'awarded'],
    ['arrived', 'end', 409, m.notStarted, 'arrived'],
    ['leave-requested', 'end', 409, m.leaveRequested, 'leave-requested'],
    ['on-leave', 'end', 409, m.onLeave, 'on-leave'],
    ['missed', 'end', 409, m.missed, 'missed'],
  ] as const)('[ONJOB-26/3, SHELL-48/2] %s, %s: %i %s', tried);
});

it.each([
  ['awarded', 200, leave.received, 'leave-requested'],
  ['leave-requested', 409, leave.already, 'leave-requested'],
  ['on-leave', 409, leave.already, 'on-leave'],
  ['arrived', 409, leave.notUpcoming, 'arrived'],
  ['running', 409, leave.notUpcoming, 'running'],
  ['on-break', 409, leave.notUpcoming, 'on-break'],
  ['ended', 409, leave.notUpcoming, 'ended'],
  ['missed', 409, leave.notUpcoming, 'missed'],
] as const)('[SHELL-48/2] %s, leave: %i %s', async (from, code, message, to) => {
  await leadTo(from, { api, guard, given, me });
  const input = { ...given, shiftDate: '2027-03-10', leaveTitle: 1 };
  const reply = await api.call(applyLeave, input as never, { token: guard.token });
  expect([reply.code, reply.message, (await me.record()).state]).toEqual([code, message, to]);
});

describe('bad input', () => {
  it.each([
    ['takeBreak', { breakReasonId: '' }, { breakReasonId: m.chooseBreakReason }],
    ['takeBreak', { breakReasonId: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fbfff' }, { breakReasonId: m.chooseBreakReason }],
    ['takeBreak', { at: 'yesterday' }, { at: 'Not an instant' }],
    ['end', { endReasonId: undefined }, { endReasonId: m.chooseEndReason }],
    ['end', { endReasonId: '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fbfff' }, { endReasonId: m.chooseEndReason }],
    ['end', { rating: 6 }, { rating: m.rating }],
    ['end', { shiftEndComment: 'x'.repeat(1001) }, { shiftEndComment: 'At most 1000 characters' }],
  ] as const)('%s %j', async (act, extra, errors) => {
    await leadTo('running', { api, guard, given, me });
    expect(await me[act](extra)).toMatchObject({ status: 400, errors });
    expect((await me.record()).state).toBe('running');
  });

  it('the contract of a break accepts any reply data', () => {
    for (const reply of [null, 'anything', { whatever: 1 }]) expect(takeBreak.output.isValidSync(reply)).toBe(true);
  });
});

describe('an open page of the guard', () => {
  const during = async (act: () => Promise<unknown>) =>
    (await collectChanges(api.url, guard.token, act)).filter((domain) => domain !== 'notifications');

  it('gets a change event of each action, and none of an action without effect', async () => {
    api.clock.set(STARTS);
    expect(await during(() => me.arrive())).toEqual(['shifts', 'jobs']);
    expect(await during(() => me.arrive())).toEqual([]);
    expect(await during(() => me.start())).toEqual(['shifts', 'jobs']);
    expect(await during(() => me.start())).toEqual([]);
    api.clock.advance({ hours: 1 });
    expect(await during(() => me.takeBreak())).toEqual(['shifts']);
    api.clock.advance({ minutes: 9 });
    expect(await during(() => me.endBreak())).toEqual(['shifts']);
    expect(await during(() => me.endBreak())).toEqual([]);
    expect(await during(() => me.end())).toEqual(['earnings', 'shifts', 'jobs']);
    expect(await during(() => me.end())).toEqual([]);
  });

  it('gets a change event of an end without pay, and none of earnings', async () => {
    api.clock.set('2027-03-10T16:30:00.000Z');
    await me.start();
    expect(await during(() => me.end())).toEqual(['shifts', 'jobs']);
    expect(await me.credits()).toEqual([]);
  });
});
