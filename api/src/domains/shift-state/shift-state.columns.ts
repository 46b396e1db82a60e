import {
  type AssignmentState,
  assignmentStates,
  cancelledJobs,
  isOnShift,
  phasesByState,
  runningStates,
  type ShiftPhase,
  unstartedStates,
} from '@portal/contracts/_kernel/shift';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TypedTable } from '../../platform/database/typed-table';

/** The columns of a guard's shift that decide its state: stored state, scheduled start and end, stored status of the job. */
export interface StateColumns {
  state: Expression<unknown>;
  startsAt: Expression<unknown>;
  endsAt: Expression<unknown>;
  jobStatus: Expression<unknown>;
}

const listOf = (values: readonly (string | number)[]) => sql`(${sql.join(values.map((value) => sql.lit(value)))})`;

/** The phase of each state before the start (0), until the end (1) or from the end (2). */
const phasesIn = (state: Expression<unknown>, moment: 0 | 1 | 2) => {
  const choices = assignmentStates.map((one) => sql`when ${sql.lit(one)} then ${sql.lit(phasesByState[one][moment])}`);
  return sql`case ${state} ${sql.join(choices, sql` `)} end`;
};

/** `shiftStateAt(…).phase` of the contracts in SQL, generated from the same table; null for a shift without a guard. `now` is an ISO instant. */
export const phaseAt = ({ state, startsAt, endsAt, jobStatus }: StateColumns, now: string): RawBuilder<ShiftPhase | null> =>
  sql`case when ${jobStatus} in ${listOf(cancelledJobs)} and ${state} not in ${listOf(runningStates)} then 'over'
    when ${now}::timestamptz < ${startsAt} then ${phasesIn(state, 0)}
    when ${now}::timestamptz < ${endsAt} then ${phasesIn(state, 1)} else ${phasesIn(state, 2)} end`;

/** `shiftStateAt(…).state` of the contracts in SQL. */
export const stateAt = ({ state, endsAt, jobStatus }: StateColumns, now: string): RawBuilder<string> =>
  sql`case when ${state} in ${listOf(unstartedStates)} and ${endsAt} <= ${now}::timestamptz and ${jobStatus} not in ${listOf(cancelledJobs)}
    then 'missed' else ${state} end`;

/** The guard has arrived at a shift that is not over, or works it. */
export const isOnShiftAt = (columns: StateColumns, now: string): RawBuilder<boolean> =>
  sql`(${columns.state} in ${listOf(assignmentStates.filter(isOnShift))} and ${phaseAt(columns, now)} = 'ongoing')`;

/** States of a shift that has not begun before its start, so staff may move or withdraw it. A guard at the site has begun it. */
export const unbegunStates: readonly AssignmentState[] = assignmentStates.filter((state) => phasesByState[state][0] === 'upcoming');

/** The states in which the schedule still decides the phase. */
const scheduledStates = assignmentStates.filter((state) => new Set(phasesByState[state]).size > 1);

/** A shift that does not take place for its guard: on leave, or of a cancelled job before it was worked or missed. */
export const isCalledOff = ({ state, jobStatus }: Pick<StateColumns, 'state' | 'jobStatus'>): RawBuilder<boolean> =>
  sql`(${state} = 'on-leave' or ${jobStatus} in ${listOf(cancelledJobs)} and ${state} in ${listOf(scheduledStates)})`;

/** SQL condition: the shift is running. */
export const isRunning = (state: Expression<unknown>) => sql<boolean>`${state} in ${listOf(runningStates)}`;

/** The instant at which pay can begin: an earlier start that dispatch confirmed, else the scheduled start. */
export const paidFromOf = (
  held: Pick<TypedTable<'held_assignments'>, 'paid_from'>,
  shift: Pick<TypedTable<'shifts'>, 'starts_at'>,
): RawBuilder<string> => sql`coalesce(${held.paid_from}, ${shift.starts_at})`;
