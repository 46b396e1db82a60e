import {
  type AssignmentState,
  assignmentStates,
  isWorkable,
  jobStatusFor,
  type ShiftPhase,
  shiftPhases,
  shiftStateAt,
  shownStateAt,
} from './shift';

const startTime = '2027-03-10T17:00:00.000Z';
const endTime = '2027-03-11T01:00:00.000Z';
const moments = ['2027-03-10T16:59:59.999Z', startTime, '2027-03-11T00:59:59.999Z', endTime];

/** One letter a moment: just before the start, at it, just before the end, at it. */
const letters: Record<string, ShiftPhase> = { u: 'upcoming', o: 'ongoing', x: 'over' };
const open: Record<AssignmentState, string> = {
  awarded: 'uoox',
  'leave-requested': 'uoox',
  'on-leave': 'uxxx',
  arrived: 'ooox',
  running: 'oooo',
  'on-break': 'oooo',
  ended: 'xxxx',
  missed: 'xxxx',
};

describe("the state of a guard's shift", () => {
  it.each(assignmentStates.flatMap((state) => [true, false].map((isCancelled) => ({ state, isCancelled }))))(
    'is decided by what happened, then by the schedule: $state, cancelled $isCancelled',
    ({ state, isCancelled }) => {
      const isRunning = state === 'running' || state === 'on-break';
      const expected = [...(isCancelled && !isRunning ? 'xxxx' : open[state])].map((letter) => letters[letter]);
      const decided = moments.map((at) => shiftStateAt({ state, startTime, endTime, isCancelled }, Date.parse(at)));
      expect(decided.map(({ phase }) => phase)).toEqual(expected);
      const isMissed = !isCancelled && (state === 'awarded' || state === 'arrived');
      expect(decided.map((one) => one.state)).toEqual([state, state, state, isMissed ? 'missed' : state]);
    },
  );

  it.each(assignmentStates)('of a reply stays over once it was, and else follows the schedule: %s', (state) => {
    for (const at of moments.map(Date.parse)) {
      expect(shownStateAt({ state, startTime, endTime, phase: 'over' }, at)).toEqual({ state, phase: 'over' });
      for (const phase of ['upcoming', 'ongoing', undefined] as const)
        expect(shownStateAt({ state, startTime, endTime, phase }, at)).toEqual(
          shiftStateAt({ state, startTime, endTime, isCancelled: false }, at),
        );
    }
  });
});

describe('a shift with its guard', () => {
  /** One letter a moment, from the arrival on: w can be worked. */
  const workable: Record<AssignmentState, string> = {
    awarded: '-wwww-',
    'leave-requested': '------',
    'on-leave': '------',
    arrived: 'wwwww-',
    running: 'wwwwww',
    'on-break': 'wwwwww',
    ended: '------',
    missed: '------',
  };
  const arriveFrom = Date.parse('2027-03-10T15:00:00.000Z');
  const times = [arriveFrom - 1, arriveFrom, ...moments.map(Date.parse)];
  const lettersOf = (shift: Parameters<typeof isWorkable>[0]) =>
    times.map((now) => (isWorkable(shift, arriveFrom, now) ? 'w' : '-')).join('');

  it.each(assignmentStates)('can be worked from the arrival until it is over, and not once its job is cancelled: %s', (state) => {
    const isRunning = state === 'running' || state === 'on-break';
    expect(lettersOf({ state, startTime, endTime, isCancelled: false })).toBe(workable[state]);
    expect(lettersOf({ state, startTime, endTime, isCancelled: true })).toBe(isRunning ? workable[state] : '------');
    expect(lettersOf({ state, startTime, endTime, phase: 'over' })).toBe('------');
  });
});

describe('the status of a job for its guard', () => {
  const shift = (phase: ShiftPhase, state: AssignmentState = 'awarded') => ({ state, phase });
  const sets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => shiftPhases.filter((_, at) => bits & (1 << at)));

  it.each(sets)('an approved job with shifts that are %p %p %p', (...phases) => {
    const key = phases.filter(Boolean).join(' ');
    const expected: Record<string, number> = {
      '': 1,
      upcoming: 6,
      ongoing: 4,
      over: 7,
      'upcoming ongoing': 4,
      'upcoming over': 4,
      'ongoing over': 4,
      'upcoming ongoing over': 4,
    };
    expect(
      jobStatusFor(
        1,
        phases.filter(Boolean).map((phase) => shift(phase)),
      ),
    ).toBe(expected[key]);
  });

  it.each([0, 2, 3, 5])('a stored status %i stays, except while a shift of it runs', (stored) => {
    for (const phase of shiftPhases) expect(jobStatusFor(stored, [shift(phase)])).toBe(stored);
    for (const state of ['running', 'on-break'] as const) expect(jobStatusFor(stored, [shift('over'), shift('ongoing', state)])).toBe(4);
  });
});
