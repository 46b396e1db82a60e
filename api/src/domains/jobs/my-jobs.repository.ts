import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type { HistoryJob, Job } from '@portal/contracts/jobs/jobs.shapes';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import {
  displayedShift,
  homePosition,
  jobColumns,
  joinConditions,
  ownShifts,
  statusSql,
  type Viewer,
  wordConditions,
} from './jobs.columns';

const own = typedTable('applications', 'own');
const t = typedTable('transactions', 't');
const j = typedTable('jobs', 'j');
const s = typedTable('shifts', 's');
const h = typedTable('held_assignments', 'h');
const ended = typedTable('shifts', 'ended');

export interface MyJobsQuery {
  page?: number | undefined;
  limit?: number | undefined;
  searchBy?: string | undefined;
  /** asc: soonest first, past jobs last; desc: latest first. */
  order: 'asc' | 'desc';
  /** Shown status codes; undefined for all. */
  statuses?: readonly number[] | undefined;
}

/** Jobs awarded to the guard, and jobs with an application that can still begin. */
function mine(viewer: Viewer, { searchBy, statuses }: MyJobsQuery): RawBuilder<unknown> {
  const conditions = [
    sql`(held.first_start is not null or ${s.starts_at} > ${viewer.now}::timestamptz)`,
    ...wordConditions(searchBy),
    ...(statuses ? [sql`(${statusSql}) = any (${[...statuses]}::int[])`] : []),
  ];
  return sql`${j} join ${own} on ${own.job_id} = ${j.id} and ${own.guard_id} = ${viewer.guardId} and ${own.state} in ('applied', 'awarded')
    cross join ${homePosition(viewer)} me cross join lateral ${ownShifts(viewer)} held cross join lateral ${displayedShift(viewer)} s
    where ${joinConditions(conditions)}`;
}

async function page<T extends Job>(viewer: Viewer, wanted: MyJobsQuery, columns: RawBuilder<unknown>): Promise<Required<Page<T>>> {
  const { limit = limits.pageSize } = wanted;
  const over = sql`${statusSql} not in (1, 4, 6)`;
  const order =
    wanted.order === 'asc'
      ? sql`${over}, case when not (${over}) then ${s.starts_at} end, ${s.starts_at} desc, ${j.id}`
      : sql`${s.starts_at} desc, ${j.id}`;
  const from = mine(viewer, wanted);
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db());
  const { rows } =
    await sql<T>`select ${columns} from ${from} order by ${order} limit ${limit} offset ${((wanted.page ?? 1) - 1) * limit}`.execute(db());
  const total = counted.rows[0]?.total ?? 0;
  return { docs: rows, total, pages: Math.ceil(total / limit), totalIsExact: true };
}

export const myJobs = (viewer: Viewer, wanted: MyJobsQuery) => page<Job>(viewer, wanted, jobColumns(viewer));

/** As `myJobs`, with the guard's credits and ended shifts of each job. */
export const history = (viewer: Viewer, wanted: MyJobsQuery) =>
  page<HistoryJob>(
    viewer,
    wanted,
    sql`${jobColumns(viewer)}, json_build_array(json_build_object('credit',
      (select coalesce(sum(${t.amount}), 0)::numeric(12, 2)::text from ${t} where ${t.job_id} = ${j.id} and ${t.guard_id} = ${viewer.guardId} and ${t.kind} = 'credit'))) as "totalEarning",
      (select coalesce(json_agg(json_build_object('shiftId', ${ended.id}, 'startTime',
          to_char(${ended.starts_at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by ${ended.starts_at} desc), '[]')
        from ${h} join ${ended} on ${ended.id} = ${h.shift_id} where ${h.job_id} = ${j.id} and ${h.guard_id} = ${viewer.guardId} and ${h.state} = 'ended') as "endedShifts"`,
  );
