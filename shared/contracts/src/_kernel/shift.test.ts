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

/** One letter per instant: just before the start, at the start, just before the end, at the end. */
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

describe('shiftStateAt', () => {
  it.each(assignmentStates.flatMap((state) => [true, false].map((isCancelled) => ({ state, isCancelled }))))(
    'follows the recorded events, then the schedule: $state, cancelled $isCancelled',
    ({ state, isCancelled }) => {
      const isRunning = state === 'running' || state === 'on-break';
      const expected = [...(isCancelled && !isRunning ? 'xxxx' : open[state])].map((letter) => letters[letter]);
      const decided = moments.map((at) => shiftStateAt({ state, startTime, endTime, isCancelled }, Date.parse(at)));
      expect(decided.map(({ phase }) => phase)).toEqual(expected);
      const isMissed = !isCancelled && (state === 'awarded' || state === 'arrived');
      expect(decided.map((one) => one.state)).toEqual([state, state, state, isMissed ? 'missed' : state]);
    },
  );

  it.each(assignmentStates)('keeps a shift over if its reply says so, and otherwise follows the schedule: %s', (state) => {
    for (const at of moments.map(Date.parse)) {
      expect(shownStateAt({ state, startTime, endTime, phase: 'over' }, at)).toEqual({ state, phase: 'over' });
      for (const phase of ['upcoming', 'ongoing', undefined] as const)
        expect(shownStateAt({ state, startTime, endTime, phase }, at)).toEqual(
          shiftStateAt({ state, startTime, endTime, isCancelled: false }, at),
        );
    }
  });
});

describe('isWorkable', () => {
  /** One letter per instant, from the arrival time on; w means that the guard can work the shift. */
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

  it.each(assignmentStates)('is true from the arrival until the end of the shift, and false after the job is cancelled: %s', (state) => {
    const isRunning = state === 'running' || state === 'on-break';
    expect(lettersOf({ state, startTime, endTime, isCancelled: false })).toBe(workable[state]);
    expect(lettersOf({ state, startTime, endTime, isCancelled: true })).toBe(isRunning ? workable[state] : '------');
    expect(lettersOf({ state, startTime, endTime, phase: 'over' })).toBe('------');
  });
});

describe('jobStatusFor', () => {
  const shift = (phase: ShiftPhase, state: AssignmentState = 'awarded') => ({ state, phase });
  const sets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => shiftPhases.filter((_, at) => bits & (1 << at)));

  it.each(sets)('decides the status of an approved job with shifts that are %p %p %p', (...phases) => {
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

  it.each([0, 2, 3, 5])('keeps a stored status %i, except while a shift of the job runs', (stored) => {
    for (const phase of shiftPhases) expect(jobStatusFor(stored, [shift(phase)])).toBe(stored);
    for (const state of ['running', 'on-break'] as const) expect(jobStatusFor(stored, [shift('over'), shift('ongoing', state)])).toBe(4);
  });
});
