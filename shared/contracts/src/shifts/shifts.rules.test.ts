import { type Schema, ValidationError } from 'yup';
import { type Endpoint, fullPath } from '../_kernel/endpoint';
import { positionMessage } from '../_kernel/position';
import { arrive, breakReasons, currentShift, endBreak, endJob, endJobReasons, startJob, takeBreak } from './shifts.endpoints';
import { recordCsv, recordLines } from './shifts.record';
import { breakRules, endJobRules, shiftMessages, shiftNotices } from './shifts.rules';
import type { WorkedShift } from './shifts.shapes';
import { raiseSos } from './shifts.sos';

const check = (schema: Schema, input: Record<string, unknown>): unknown => {
  try {
    return schema.validateSync(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map((one) => [one.path, one.message]));
  }
};
const REASON = '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8fb001';
const ids = { jobId: REASON, shiftId: REASON, guardId: REASON };

describe('shift calls', () => {
  it.each<[string, string, { id: string }]>([
    ['API-JOB-23, ONJOB-14', 'GET /v1/break-reason/guard/list', breakReasons],
    ['API-JOB-24, ONJOB-15', 'POST /v1/take-break', takeBreak],
    ['ONJOB-24', 'GET /v1/end-job-reason/guard/list', endJobReasons],
    ['ONJOB-26/1', 'POST /v1/end-job', endJob],
    ['ONJOB-27/1', 'POST /v1/sos', raiseSos],
  ])('[%s] %s', (_id, stated, declared) => {
    const call = declared as Endpoint;
    expect(`${call.method} ${fullPath(call)}`).toBe(stated);
  });

  it.each([
    ['POST /v1/arrive', arrive],
    ['POST /v1/start-job', startJob],
    ['POST /v1/end-break', endBreak],
    ['GET /v1/shift/current', currentShift],
  ])('%s', (stated, declared) => {
    const call = declared as unknown as Endpoint;
    expect(`${call.method} ${fullPath(call)}`).toBe(stated);
  });

  it('[API-JOB-24, DATA-JOB-26] accepts job, shift, guard, reason and description of a break; `at` is our addition', () =>
    expect(Object.keys((takeBreak.input as unknown as { fields: object }).fields).sort()).toEqual([
      ...['at', 'breakReasonId', 'description', 'guardId', 'jobId', 'shiftId'],
    ]));
});

describe('breakRules', () => {
  it.each([[undefined], [null], [''], ['   ']])('[ONJOB-17/2] replaces the note %p by the fixed text Break', (description) =>
    expect(check(breakRules, { breakReasonId: REASON, description })).toEqual({ breakReasonId: REASON, description: 'Break' }),
  );

  it('retains a trimmed note, and refuses a missing reason and a long note', () => {
    expect(check(breakRules, { breakReasonId: REASON, description: ' tea ' })).toMatchObject({ description: 'tea' });
    expect(check(breakRules, { description: 'x'.repeat(201) })).toEqual({
      breakReasonId: shiftMessages.chooseBreakReason,
      description: 'At most 200 characters',
    });
  });
});

describe('endJobRules', () => {
  it('requires a reason; comment and stars are optional', () => {
    expect(check(endJobRules, { rating: '' })).toEqual({ endReasonId: shiftMessages.chooseEndReason });
    expect(check(endJobRules, { endReasonId: REASON, shiftEndComment: '', rating: 0 })).toEqual({
      endReasonId: REASON,
      shiftEndComment: '',
    });
  });

  it.each([
    [1, true],
    [4.5, true],
    [5, true],
    [0.5, false],
    [5.5, false],
    [3.3, false],
    ['many', false],
  ])('validates %p stars: %p', (rating, isTaken) =>
    expect(check(endJobRules, { endReasonId: REASON, rating })).toEqual(
      isTaken ? { endReasonId: REASON, rating } : { rating: shiftMessages.rating },
    ),
  );
});

describe('position', () => {
  it.each([
    [{}, {}],
    [
      { lat: 43.6, long: -79.4, accuracy: 12 },
      { lat: 43.6, long: -79.4, accuracy: 12 },
    ],
    [{ lat: 43.6 }, { lat: positionMessage }],
    [{ long: 43.6 }, { lat: positionMessage }],
    [{ lat: Number.NaN, long: 1 }, { lat: 'Must be a number' }],
    [
      { lat: 91, long: 181, accuracy: -1 },
      { lat: 'Not a latitude', long: 'Not a longitude', accuracy: 'Not an accuracy' },
    ],
  ])('validates %j', (given, expected) => {
    const { jobId, shiftId } = ids;
    const withoutIds = (value: unknown) => Object.fromEntries(Object.entries(value as object).filter(([key]) => !key.endsWith('Id')));
    expect(withoutIds(check(arrive.input, { jobId, shiftId, ...given }))).toEqual(expected);
  });
});

const shift: WorkedShift = {
  jobId: REASON,
  shiftId: REASON,
  userId: REASON,
  jobTitle: 'Gate watch',
  location: { locationName: '1 Bay St, Toronto', lat: 43.64, long: -79.38 },
  shiftDate: '2027-03-13',
  startTime: '2027-03-14T03:00:00.000Z',
  endTime: '2027-03-14T10:00:00.000Z',
  state: 'running',
  isCancelled: false,
  arriveFrom: '2027-03-14T01:00:00.000Z',
  startFrom: '2027-03-14T02:30:00.000Z',
  arrival: {
    ...{ at: '2027-03-14T02:40:00.000Z', receivedAt: '2027-03-14T02:41:00.000Z' },
    ...{ lat: 43.6401, long: -79.3801, accuracy: 12.4, distance: 14, isFar: false },
  },
  started: { at: '2027-03-14T02:55:00.000Z', receivedAt: '2027-03-14T02:55:00.000Z' },
  breaks: [],
  sos: [],
  enotes: [],
  ended: null,
  hourlyRate: '22.00',
  totalShiftHours: '7',
  paidHours: '0',
  earning: '0.00',
  expectedEarning: '154.00',
};
describe('shift record', () => {
  const full: WorkedShift = {
    ...shift,
    breaks: [
      {
        breakId: REASON,
        reason: { id: REASON, name: 'Meal' },
        description: '=HYPERLINK("x")',
        at: '2027-03-14T05:00:00.000Z',
        receivedAt: '2027-03-14T05:00:00.000Z',
        endedAt: '2027-03-14T05:30:00.000Z',
      },
    ],
    sos: [
      {
        ...{
          sosId: REASON,
          state: 'acknowledged',
          isActive: false,
          at: '2027-03-14T05:10:00.000Z',
          receivedAt: '2027-03-14T05:20:00.000Z',
        },
        ...{ lat: null, long: null, accuracy: null, acknowledgedAt: '2027-03-14T05:21:00.000Z', endedAt: null },
      },
    ],
  };

  it('lists every event in order of time', () =>
    expect(recordLines(full).map(({ what, at }) => [what, at.slice(11, 16)])).toEqual([
      ['Arrived', '02:40'],
      ['Shift started', '02:55'],
      ['Break started', '05:00'],
      ['SOS', '05:10'],
      ['SOS acknowledged', '05:21'],
      ['Break ended', '05:30'],
    ]));

  it('contains the notes with author, recording and photo', () => {
    const note = { title: 'Gate', description: 'Open.', at: '2027-03-14T04:00:00.000Z', receivedAt: '2027-03-14T06:00:00.000Z' };
    const enotes = [{ ...note, guard: 'Ada Roy', seconds: 31.2, hasPhoto: true, withinMs: 90_000 }, note];
    expect(recordLines({ ...shift, enotes }).filter(({ what }) => what === 'E-note')).toEqual([
      {
        what: 'E-note',
        at: note.at,
        receivedAt: note.receivedAt,
        withinMs: 90_000,
        detail: 'Gate, Open., recording of 0:31, photo, Ada Roy',
      },
      { what: 'E-note', at: note.at, receivedAt: note.receivedAt, withinMs: null, detail: 'Gate, Open.' },
    ]);
  });

  it('contains both times, place, accuracy, hours and pay as CSV, and no formula', () => {
    const rows = recordCsv(full).split('\r\n');
    expect(rows[0]).toBe('\uFEFF"Event","At (UTC)","At (site)","Received (UTC)","Detail"');
    expect(rows[1]).toMatch(
      /^"Arrived","2027-03-14T02:40:00.000Z","Sat.*9:40.*","2027-03-14T02:41:00.000Z","43.64010, -79.38010, 12 m accuracy, 14 m from the site"$/,
    );
    expect(rows[3]).toContain('"Meal, =HYPERLINK(""x"")"');
    expect(rows).toContain('"Paid hours","","","","0"');
    expect(recordCsv({ ...full, jobTitle: '=1+1' })).toContain(`"'=1+1"`);
  });
});

describe('[COVER-09] texts of a lost shift', () => {
  it.each([
    ['2027-03-12T23:00:00.000Z', undefined, 'Since 8:00 a.m. this shift'],
    ['2027-03-13T13:00:00.000Z', undefined, 'Since 8:00 a.m. on Fri, Mar 12 this shift'],
    ['2027-03-13T05:30:00.000Z', 'America/Edmonton', 'Since 6:00 a.m. MST this shift'],
  ])('have the day of the loss if it is not today at the site (now: %s, zone: %s)', (now, zone, start) =>
    expect(shiftMessages.lost('2027-03-12T13:00:00.000Z', null, now, zone)).toBe(`${start} is no longer yours. Please call dispatch.`),
  );

  it('end their sentences with one period in each zone', () => {
    const texts = (zone?: string) => [
      shiftNotices.actKeptTextForStaff('arrived', '6:00 a.m.', '2027-03-12T13:00:00.000Z', zone),
      shiftMessages.tooEarlyToArrive('2027-03-12T13:00:00.000Z', zone),
      shiftMessages.tooEarlyToStart('2027-03-12T13:00:00.000Z', zone),
    ];
    expect(texts()[0]).toContain('lost the shift at 8:00 a.m. The report waited');
    expect(texts('America/Edmonton')[0]).toContain('lost the shift at 6:00 a.m. MST. The report waited');
    for (const text of [...texts(), ...texts('America/Edmonton')]) expect(text).toMatch(/[^.]\.$|[ap]\.m\.$/);
  });
});
