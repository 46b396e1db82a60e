import { type Expression, type RawBuilder, sql } from 'kysely';
import { type TypedTable, typedTable } from '../../platform/database/typed-table';

const c = typedTable('shifts', 'c');
const cl = typedTable('assignments', 'cl');
const ch = typedTable('held_assignments', 'ch');

/** True for a shift for which the guard has approved leave. */
export const isOnLeave = (guardId: string, { id }: Pick<TypedTable<'shifts'>, 'id'>): RawBuilder<boolean> =>
  sql`exists (select from ${cl} where ${cl.shift_id} = ${id} and ${cl.guard_id} = ${guardId} and ${cl.state} = 'on-leave')`;

/** True for a shift that the guard no longer has, because staff revoked its award or another guard covers it. */
export const isTakenBack = (guardId: string, { id }: Pick<TypedTable<'shifts'>, 'id'>): RawBuilder<boolean> =>
  sql`exists (select from ${cl} where ${cl.shift_id} = ${id} and ${cl.guard_id} = ${guardId} and ${cl.state} = 'taken-back')`;

/** The job of an assignment in any state. */
export const jobOf = (assignmentId: Expression<unknown>): RawBuilder<string> =>
  sql`(select ${cl.job_id} from ${cl} where ${cl.id} = ${assignmentId})`;

/** True for a shift of a job that the guard has, or can get if they have none of the job. */
const isTheirs = (guardId: string, { id, job_id: jobId }: Pick<TypedTable<'shifts'>, 'id' | 'job_id'>): RawBuilder<boolean> =>
  sql`(exists (select from ${ch} where ${ch.shift_id} = ${id} and ${ch.guard_id} = ${guardId})
    or not exists (select from ${ch} where ${ch.job_id} = ${jobId} and ${ch.guard_id} = ${guardId}) and not ${isTakenBack(guardId, { id })})`;

/**
 * `commitmentShape` of the contracts: the shifts of a job that are not over at an instant. With a guard who has shifts of the job, only these, without
 * approved leave; with another guard, without those that the guard no longer has.
 */
export const commitmentOf = (
  job: { id: Expression<unknown>; hourly_rate: Expression<unknown> },
  instant: Expression<unknown>,
  guardId: string | null = null,
): RawBuilder<unknown> => sql`
  (select json_build_object('dates', json_agg(${c.shift_date} order by ${c.starts_at}), 'hours', trim_scale(sum(shift_hours(${c.starts_at}, ${c.ends_at})))::text,
      'pay', sum(shift_pay(${job.hourly_rate}, ${c.starts_at}, ${c.ends_at}, null, null))::text)
    from ${c} where ${c.job_id} = ${job.id} and ${c.ends_at} > ${instant} and ${guardId === null ? sql`true` : sql`${isTheirs(guardId, c)} and not ${isOnLeave(guardId, c)}`}
    having count(*) > 0)`;
