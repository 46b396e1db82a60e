import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const g = typedTable('guards', 'g');
const a = typedTable('held_assignments', 'a');
const s = typedTable('shifts', 's');
const l = typedTable('leaves', 'l');
const j = typedTable('jobs', 'j');

interface Mail {
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  body: string;
  createdAt: string;
}

/** The latest messages to an address or number, newest first. */
export async function mailsTo(to: string): Promise<Mail[]> {
  const { rows } = await sql<Mail>`select channel, recipient as "to", subject, body, created_at as "createdAt" from outgoing_messages
    where recipient = ${to} order by created_at desc limit 50`.execute(db());
  return rows;
}

/** The guard, if both they and the job were created for a test. */
export async function guardOfTest(guard: string, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${g.id} from ${g}, ${j} where ${g.id}::text = ${guard} and ${g.is_test} and ${j.id} = ${jobId} and ${j.is_test}`.execute(db());
  return rows[0]?.id ?? null;
}

/** Ends the confirmations of a test guard's sessions. @returns how many sessions the guard has. */
export async function expireConfirmations(guardId: string): Promise<number> {
  const { numUpdatedRows } = await db()
    .updateTable('sessions')
    .from('guards as g')
    .set({ confirmed_at: null })
    .whereRef('g.id', '=', 'sessions.guard_id')
    .where(sql<boolean>`g.id::text = ${guardId} and g.is_test`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Sets the end of the licence to so many days from now. */
export const endLicence = (guardId: string, days: number, now: string) =>
  sql`update guards set security_registration_expiry_date = (${now}::timestamptz at time zone 'America/Toronto')::date + ${days}::int
    where id = ${guardId}`.execute(db());

/** Moves the shifts into the past, each two days before the next, and ends them. @returns how many. */
export async function endShifts(guardId: string, jobId: string, now: string): Promise<number> {
  await sql`set constraints assignments_one_place deferred`.execute(db());
  // Deletes records of the shift from before the move.
  await db()
    .deleteFrom('breaks as b')
    .using('assignments as a')
    .whereRef('a.id', '=', 'b.assignment_id')
    .where('a.guard_id', '=', guardId)
    .where('a.job_id', '=', jobId)
    .execute();
  await db()
    .updateTable('shifts')
    .from((from) =>
      from
        .selectFrom('shifts as s')
        .select(['s.id as shift', sql<number>`row_number() over (order by ${s.shift_date} desc)`.as('place')])
        .where('s.job_id', '=', jobId)
        .as('ranked'),
    )
    .set({ shift_date: sql<string>`(${now}::timestamptz at time zone 'America/Toronto')::date - 2 * ranked.place::int` })
    .whereRef('ranked.shift', '=', 'shifts.id')
    .execute();
  await sql`select chain_shifts(array[${jobId}]::uuid[])`.execute(db());
  const { numUpdatedRows } = await db()
    .updateTable('assignments as a')
    .from('shifts as s')
    .set(({ ref }) => ({
      state: 'ended',
      arrived_at: sql<string>`${s.starts_at} - interval '5 minutes'`,
      started_at: ref('s.starts_at'),
      ended_at: ref('s.ends_at'),
    }))
    .whereRef('s.id', '=', 'a.shift_id')
    .where('a.guard_id', '=', guardId)
    .where('a.job_id', '=', jobId)
    .where('a.state', 'not in', ['ended', 'taken-back'])
    .executeTakeFirst();
  // A worked shift has no leave, neither requested nor approved.
  await sql`delete from ${l} using ${s} where ${s.id} = ${l.shift_id} and ${s.job_id} = ${jobId} and ${l.guard_id} = ${guardId} and ${l.status} in (0, 1)`.execute(
    db(),
  );
  return Number(numUpdatedRows);
}

/** The guard's assignments of a job, in the order of their locks. */
export async function assignmentsOf(guardId: string, jobId: string): Promise<string[]> {
  const found = await db()
    .selectFrom('held_assignments')
    .select('id')
    .where('guard_id', '=', guardId)
    .where('job_id', '=', jobId)
    .execute();
  return found.map(({ id }) => id).sort();
}

/** Credits the recorded pay of each shift, and for the latest one `shortBy` less. */
export const pay = (guardId: string, jobId: string, shortBy: string) =>
  db()
    .insertInto('transactions')
    .columns(['guard_id', 'job_id', 'assignment_id', 'kind', 'amount', 'created_at'])
    .expression(sql`select ${a.guard_id}, ${a.job_id}, ${a.id}, 'credit',
      shift_pay(${j.hourly_rate}, ${s.starts_at}, ${s.ends_at}, ${a.started_at}, ${a.ended_at})
        - case when ${s.starts_at} = max(${s.starts_at}) over () then ${shortBy}::numeric else 0 end, ${a.ended_at}
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
    where ${a.guard_id} = ${guardId} and ${a.job_id} = ${jobId}`)
    .execute();

/** Rates the shifts; the latest one gets a bad rating. */
export const rate = (guardId: string, jobId: string) =>
  db()
    .insertInto('ratings')
    .columns(['guard_id', 'job_id', 'shift_id', 'rating', 'description', 'created_at'])
    .expression(sql`select ${a.guard_id}, ${a.job_id}, ${a.shift_id}, case when ${a.ended_at} = max(${a.ended_at}) over () then 2 else 4.5 end,
      case when ${a.ended_at} = max(${a.ended_at}) over () then 'The gate was not watched for a while.' else '' end, ${a.ended_at} + interval '1 hour'
    from ${a} where ${a.guard_id} = ${guardId} and ${a.job_id} = ${jobId}`)
    .execute();
