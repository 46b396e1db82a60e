import { ValidationError } from 'yup';
import { assignmentStates } from '../_kernel/shift';
import { assignedStatuses } from './jobs.assigned';
import {
  canChangeTo,
  chooseSpeciality,
  dressCodes,
  historyFilters,
  jobStatuses,
  jobStatusLabel,
  jobsFilter,
  jobTypes,
  searchRules,
  shiftMayBecome,
  shiftTimes,
} from './jobs.rules';

const check = (input: Record<string, unknown>): { value: Record<string, unknown>; errors: Record<string, string> } => {
  try {
    return { value: searchRules.validateSync(input, { abortEarly: false, stripUnknown: true }), errors: {} };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { value: {}, errors: Object.fromEntries(error.inner.map((one) => [one.path, one.message])) };
  }
};

describe('job codes', () => {
  it.each([
    ['CODE-16', 1, 'One Day Job'],
    ['CODE-17', 2, 'Long Term Job'],
    ['CODE-18', 3, 'Custom Dates'],
  ])('[%s] job type %i is %s', (_id, code, label) => expect(jobTypes[code]).toBe(label));

  it.each([
    ['CODE-19', 1, 'HV Vest'],
    ['CODE-20', 2, 'Casual'],
    ['CODE-21', 3, 'Suited'],
  ])('[%s] dress code %i is %s', (_id, code, label) => expect(dressCodes[code]).toBe(label));

  it.each([
    ['CODE-22', 1, 'Morning'],
    ['CODE-23', 2, 'Afternoon'],
    ['CODE-24', 3, 'Evening'],
  ])('[%s] shifts filter %i is %s', (_id, code, label) => expect(shiftTimes[code]).toBe(label));

  it.each([
    ['CODE-25', 1, 'Available'],
    ['CODE-26', 2, 'Applied'],
  ])('[%s] jobs filter %i is %s', (_id, code, label) => expect(jobsFilter[code]).toBe(label));

  it.each([
    ['CODE-32', 0, 'Awaiting Approval'],
    ['CODE-33', 1, 'Approved'],
    ['CODE-34', 2, 'De-Activate(Reject)'],
    ['CODE-35', 3, 'Cancel'],
    ['CODE-36', 4, 'Ongoing'],
    ['CODE-37', 5, 'Closed'],
    ['CODE-38', 6, 'Upcoming'],
    ['CODE-39', 7, 'Previous'],
    ['CODE-40', 8, 'N/A'],
  ])('[%s] job status %i is shown as %s', (_id, code, label) => expect(jobStatusLabel(code)).toBe(label));

  it('[CODE-40] shows N/A without a status', () => {
    expect([jobStatusLabel(undefined), jobStatusLabel(null), jobStatusLabel(-1)]).toEqual(['N/A', 'N/A', 'N/A']);
  });
});

it('[REPORTISSUE-37] has separate codes for the jobs of a ticket and reads none of them as a job status', () => {
  expect(assignedStatuses).toEqual({ current: 0, upcoming: 1, previous: 2 });
  expect([0, 1, 2].map((code) => jobStatuses[code])).toEqual(['Awaiting Approval', 'Approved', 'De-Activate(Reject)']);
});

describe('transitions', () => {
  const moves = <State>(states: readonly State[], may: (from: State, to: State) => boolean) =>
    states.flatMap((from) => states.filter((to) => may(from, to)).map((to) => [from, to]));

  it('[CODE-41/1, SHELL-48/1] allows only the decided changes of a stored job status', () => {
    expect(moves([0, 1, 2, 3, 4, 5, 6, 7], canChangeTo)).toEqual([
      [0, 1],
      [0, 2],
      [1, 3],
      [1, 5],
    ]);
  });

  it("[SHELL-48/2] allows only the decided changes of a guard's shift; only the schedule makes it missed", () => {
    expect(moves(assignmentStates, shiftMayBecome)).toEqual([
      ['awarded', 'leave-requested'],
      ['awarded', 'arrived'],
      ['awarded', 'missed'],
      ['leave-requested', 'awarded'],
      ['leave-requested', 'on-leave'],
      ['arrived', 'running'],
      ['arrived', 'missed'],
      ['running', 'on-break'],
      ['running', 'ended'],
      ['on-break', 'running'],
    ]);
  });
});

describe('job history', () => {
  it.each([
    ['HISTORY-17', 'Approved', 1],
    ['HISTORY-18', 'Ongoing', 4],
    ['HISTORY-19', 'Closed', 5],
    ['HISTORY-20', 'Upcoming', 6],
    ['HISTORY-21', 'Previous', 7],
  ])('[%s] selects with the filter %s the status %i', (_id, label, status) =>
    expect(historyFilters.find((filter) => filter.label === label)?.status).toBe(status),
  );

  it('[HISTORY-01] [HISTORY-14] lists the six choices, with All Jobs without a status', () => {
    expect(historyFilters.map(({ label }) => label)).toEqual(['All Jobs', 'Approved', 'Ongoing', 'Closed', 'Upcoming', 'Previous']);
    expect(historyFilters.filter(({ status }) => status === undefined).map(({ label }) => label)).toEqual(['All Jobs']);
  });
});

describe('search', () => {
  it('[SEARCH-24/5] reads every empty key as not given', () => {
    const keys = [
      ...['page', 'limit', 'searchBy', 'sortBy', 'price', 'distanceFromBase', 'minRange', 'maxRange', 'range', 'rating'],
      ...['shifts', 'jobs', 'transportation', 'dressCode', 'liveLong', 'liveLat', 'status'],
    ];
    const { value, errors } = check({ ...Object.fromEntries(keys.map((key) => [key, ''])), speciality: [] });
    expect(errors).toEqual({});
    expect(Object.entries(value).filter(([, given]) => given !== undefined)).toEqual([['speciality', []]]);
  });

  it.each([
    ['minRange', 'x'],
    ['maxRange', -1],
    ['range', 76],
    ['rating', 6],
    ['shifts', 4],
    ['jobs', 3],
    ['transportation', 'car'],
    ['dressCode', 0],
    ['liveLat', 91],
    ['liveLong', -181],
    ['status', 9],
    ['sortBy', 'sideways'],
    ['page', 0],
    ['limit', 51],
  ])('names %s when it is %p', (key, value) => expect(Object.keys(check({ [key]: value }).errors)).toEqual([key]));

  it('refuses a lowest rate above the highest with one message', () => {
    expect(check({ minRange: 40, maxRange: 20 }).errors).toEqual({ minRange: 'The lowest rate is above the highest rate.' });
    expect(check({ minRange: 20, maxRange: '' }).errors).toEqual({});
  });

  it("[SEARCH-12] [SEARCH-13] clears the other specialities for 'Any', and 'Any' for another choice", () => {
    expect(chooseSpeciality(['a', 'b'], 'any')).toEqual([]);
    expect(chooseSpeciality([], 'a')).toEqual(['a']);
    expect(chooseSpeciality(['a', 'b'], 'a')).toEqual(['b']);
  });
});
