import { isWorkable } from '@portal/contracts/_kernel/shift';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { arrivedShift, breakOf, runningShift, workedShift } from '@portal/testing/shifts';
import { countdown, dueAct, dueStep } from './shiftWords';

const at = (instant: string) => Date.parse(instant);

it.each<[string, WorkedShift, string]>([
  ['Starts in 2 days 4 h', workedShift(), '2027-03-12T10:00:00Z'],
  ['Starts in 1 day', workedShift(), '2027-03-13T14:00:00Z'],
  ['Starts in 2 h 15 min', workedShift(), '2027-03-14T11:45:00Z'],
  ['Starts in 5 min', arrivedShift(), '2027-03-14T13:55:00Z'],
  ['Was due to start 10 min ago', workedShift(), '2027-03-14T14:10:00Z'],
  ['Was due to start 10 min ago', arrivedShift(), '2027-03-14T14:10:00Z'],
  ['Ends in 8 h 10 min', runningShift(), '2027-03-14T13:50:00Z'],
  ['Ends in 7 h', runningShift(), '2027-03-14T15:00:00Z'],
  ['Ends in 30 min', runningShift({ state: 'on-break', breaks: [breakOf()] }), '2027-03-14T21:30:00Z'],
  ['Past its scheduled end', runningShift(), '2027-03-14T22:01:00Z'],
])('counts down: %s', (words, shift, now) => {
  expect(countdown(shift, at(now))).toBe(words);
});

it.each<[string, WorkedShift, string, string | null, boolean]>([
  ['none two hours and more before the shift', workedShift(), '2027-03-14T11:59:00Z', null, false],
  [
    'the arrival from two hours before the shift',
    workedShift(),
    '2027-03-14T12:00:00Z',
    'Record your arrival when you reach the site.',
    true,
  ],
  ['none after the arrival until the shift can start', arrivedShift(), '2027-03-14T13:29:00Z', null, true],
  ['the start after the arrival', arrivedShift(), '2027-03-14T13:30:00Z', 'You have arrived. Start your shift.', true],
  ['none while the shift runs', runningShift(), '2027-03-14T15:00:00Z', null, true],
  ['the end of a break', runningShift({ state: 'on-break' }), '2027-03-14T15:00:00Z', 'End your break when you are back.', true],
  ['the end after the scheduled end', runningShift(), '2027-03-14T22:01:00Z', 'End the job so you get paid.', true],
  ['none of a cancelled job, which says so', workedShift({ isCancelled: true }), '2027-03-14T13:00:00Z', shiftMessages.cancelled, false],
  [
    'none while leave is requested, which says so',
    workedShift({ state: 'leave-requested' }),
    '2027-03-14T13:00:00Z',
    shiftMessages.leaveRequested,
    false,
  ],
])('the due action is %s', (_case, shift, now, due, worked) => {
  expect([dueAct(shift, at(now)), isWorkable(shift, at(shift.arriveFrom), at(now))]).toEqual([due, worked]);
});

it.each<[WorkedShift, string, string | null]>([
  [workedShift(), '2027-03-14T11:59:00Z', null],
  [workedShift(), '2027-03-14T12:00:00Z', 'arrive'],
  [workedShift({ isCancelled: true }), '2027-03-14T13:00:00Z', null],
  [workedShift({ state: 'leave-requested' }), '2027-03-14T13:00:00Z', null],
  [arrivedShift(), '2027-03-14T13:29:00Z', null],
  [arrivedShift(), '2027-03-14T13:30:00Z', 'start'],
  [arrivedShift({ isCancelled: true }), '2027-03-14T13:30:00Z', null],
  [runningShift(), '2027-03-14T15:00:00Z', null],
  [runningShift({ state: 'on-break' }), '2027-03-14T15:00:00Z', 'end-break'],
  [runningShift(), '2027-03-14T22:01:00Z', 'end'],
])('the due step of case %#', (shift, now, step) => {
  expect(dueStep(shift, at(now))).toBe(step);
});
