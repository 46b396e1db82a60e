import { sql } from 'kysely';
import { db } from '../../platform/database/db';

interface Mail {
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  body: string;
  createdAt: string;
}

/** The latest of an address or number, newest first. */
export async function mailsTo(to: string): Promise<Mail[]> {
  const { rows } = await sql<Mail>`select channel, recipient as "to", subject, body, created_at as "createdAt" from outgoing_messages
    where recipient = ${to} order by created_at desc limit 50`.execute(db());
  return rows;
}

/** The guard, when both they and the job were made for a test. */
export async function guardOfTest(guard: string, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select g.id from guards g, jobs j where g.id::text = ${guard} and g.is_test and j.id = ${jobId} and j.is_test`.execute(db());
  return rows[0]?.id ?? null;
}

/** Lets the licence end so many days from now. */
export const endLicence = (guardId: string, days: number, now: string) =>
  sql`update guards set security_registration_expiry_date = (${now}::timestamptz at time zone 'America/Toronto')::date + ${days}::int
    where id = ${guardId}`.execute(db());

/** Moves the shifts into the past, each two days before the next, and ends them. @returns how many. */
export async function endShifts(guardId: string, jobId: string, now: string): Promise<number> {
  await sql`set constraints assignments_one_place deferred`.execute(db());
  // What was taken of the shift as it stood before.
  await sql`delete from breaks b using assignments a where a.id = b.assignment_id and a.guard_id = ${guardId} and a.job_id = ${jobId}`.execute(
    db(),
  );
  await sql`
    update shifts s set shift_date = (${now}::timestamptz at time zone 'America/Toronto')::date - 2 * place::int
    from (select id, row_number() over (order by shift_date desc) as place from shifts where job_id = ${jobId}) as ranked
    where ranked.id = s.id`.execute(db());
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  const { rows } = await sql`
    update assignments a set state = 'ended', arrived_at = s.starts_at - interval '5 minutes', started_at = s.starts_at, ended_at = s.ends_at
    from shifts s where s.id = a.shift_id and a.guard_id = ${guardId} and a.job_id = ${jobId} and a.state not in ('ended', 'taken-back') returning a.id`.execute(
    db(),
  );
  // Who worked a shift has no leave from it, asked for or given.
  await sql`delete from leaves l using shifts s where s.id = l.shift_id and s.job_id = ${jobId} and l.guard_id = ${guardId} and l.status in (0, 1)`.execute(
    db(),
  );
  return rows.length;
}

/** Credits what each shift's record says, the latest one so much less. */
export const pay = (guardId: string, jobId: string, shortBy: string) =>
  sql`insert into transactions (guard_id, job_id, assignment_id, kind, amount, created_at)
    select a.guard_id, a.job_id, a.id, 'credit',
      shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at)
        - case when s.starts_at = max(s.starts_at) over () then ${shortBy}::numeric else 0 end, a.ended_at
    from held_assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and a.job_id = ${jobId}`.execute(db());

/** The latest shift is the one that was not liked. */
export const rate = (guardId: string, jobId: string) =>
  sql`insert into ratings (guard_id, job_id, shift_id, rating, description, created_at)
    select a.guard_id, a.job_id, a.shift_id, case when a.ended_at = max(a.ended_at) over () then 2 else 4.5 end,
      case when a.ended_at = max(a.ended_at) over () then 'The gate was not watched for a while.' else '' end, a.ended_at + interval '1 hour'
    from held_assignments a where a.guard_id = ${guardId} and a.job_id = ${jobId}`.execute(db());
