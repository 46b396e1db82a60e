import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const s = typedTable('shifts', 's');
const a = typedTable('held_assignments', 'a');
const os = typedTable('shifts', 'os');
const o = typedTable('jobs', 'o');

/** A shift of the guard in another job, near a shift of the requested job. */
export interface NearShift {
  jobTitle: string;
  startTime: string;
  endTime: string;
  timeZone: string;
  /** Minutes between the two; negative when they overlap. */
  gap: number;
}

/**
 * The guard's own shift that is closest to one of the job's shifts to come, within `hours`; an overlap is the closest.
 * Shifts with approved leave, ended or missed shifts, and shifts of cancelled jobs are ignored.
 */
export async function nearestOwnShift(guardId: string, jobId: string, now: string, hours: number): Promise<NearShift | null> {
  const { rows } = await sql<NearShift>`
    select ${o.title} as "jobTitle", ${os.starts_at} as "startTime", ${os.ends_at} as "endTime", ${o.time_zone} as "timeZone",
      floor(extract(epoch from greatest(${os.starts_at} - ${s.ends_at}, ${s.starts_at} - ${os.ends_at})) / 60)::int as gap
    from ${s}
      join ${a} on ${a.guard_id} = ${guardId} and ${a.job_id} <> ${s.job_id} and ${a.state} in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')
      join ${os} on ${os.id} = ${a.shift_id} and ${os.starts_at} < ${s.ends_at} + make_interval(hours => ${hours}) and ${os.ends_at} > ${s.starts_at} - make_interval(hours => ${hours})
      join ${o} on ${o.id} = ${a.job_id} and ${o.status} = 1
    where ${s.job_id} = ${jobId} and ${s.ends_at} > ${now}::timestamptz and ${os.ends_at} > ${now}::timestamptz
    order by gap, ${os.starts_at} limit 1`.execute(db());
  return rows[0] ?? null;
}
