import {
  type AssignmentState,
  assignmentStates,
  isCancelledJob,
  isOnShift,
  jobStatusFor,
  shiftStateAt,
} from '@portal/contracts/_kernel/shift';
import { sql } from 'kysely';
import { testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { isCalledOff, isOnShiftAt, isRunning, phaseAt, stateAt } from './shift-state.columns';

testApi();

const now = '2027-03-10T15:00:00.000Z';
const schedules: readonly [startsAt: string, endsAt: string][] = [
  ['2027-03-10T15:00:00.001Z', '2027-03-10T23:00:00.000Z'],
  ['2027-03-10T15:00:00.000Z', '2027-03-10T23:00:00.000Z'],
  ['2027-03-10T07:00:00.000Z', '2027-03-10T15:00:00.001Z'],
  ['2027-03-10T07:00:00.000Z', '2027-03-10T15:00:00.000Z'],
];
const combinations = assignmentStates.flatMap((state) =>
  [0, 1, 2, 3, 5].flatMap((jobStatus) => schedules.map(([startsAt, endsAt]) => ({ state, jobStatus, startsAt, endsAt }))),
);

it('the queries compute each state for every schedule and job status as the contract does', async () => {
  const columns = {
    state: sql.ref('c.state'),
    startsAt: sql.ref('c.starts_at'),
    endsAt: sql.ref('c.ends_at'),
    jobStatus: sql.ref('c.job_status'),
  };
  const rows = combinations.map(
    ({ state, jobStatus, startsAt, endsAt }, at) =>
      sql`(${at}::int, ${state}::text, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${jobStatus}::int)`,
  );
  const decided = await sql<{ state: AssignmentState; phase: string; runs: boolean; works: boolean; off: boolean }>`
    select ${stateAt(columns, now)} as state, ${phaseAt(columns, now)} as phase, ${isRunning(columns.state)} as runs, ${isOnShiftAt(columns, now)} as works,
      ${isCalledOff(columns)} as off
    from (values ${sql.join(rows)}) as c (at, state, starts_at, ends_at, job_status) order by c.at`.execute(db());
  const expected = combinations.map(({ state, jobStatus, startsAt: startTime, endsAt: endTime }) => {
    const shift = shiftStateAt({ state, startTime, endTime, isCancelled: isCancelledJob(jobStatus) }, Date.parse(now));
    const isFinal = ['running', 'on-break', 'ended', 'missed'].includes(state);
    return {
      ...shift,
      runs: ['running', 'on-break'].includes(state),
      works: isOnShift(state) && shift.phase === 'ongoing',
      off: state === 'on-leave' || (isCancelledJob(jobStatus) && !isFinal),
    };
  });
  expect(decided.rows).toEqual(expected);
  expect(new Set(expected.map(({ phase }) => phase)).size).toBe(3);
  expect(jobStatusFor(1, expected)).toBe(4);
});
