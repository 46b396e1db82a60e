import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { makePast } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db, sqlState, transaction } from '../../platform/db';
import { fail } from '../../platform/errors';
import { hold } from '../../platform/locks';

/** The database's words for an amount that is not above zero, and for one that it cannot hold. */
const unpayable = new Set(['23514', '22003']);

const nobody = () => fail(404, 'There is no such guard of a test with such a job of a test.');

async function endShifts(guardId: string, jobId: string, now: string): Promise<number> {
  await sql`set constraints assignments_one_place deferred`.execute(db());
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
const pay = (guardId: string, jobId: string, shortBy: string) =>
  sql`insert into transactions (guard_id, job_id, assignment_id, kind, amount, created_at)
    select a.guard_id, a.job_id, a.id, 'credit',
      shift_pay(j.hourly_rate, s.starts_at, s.ends_at, a.started_at, a.ended_at)
        - case when s.starts_at = max(s.starts_at) over () then ${shortBy}::numeric else 0 end, a.ended_at
    from held_assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
    where a.guard_id = ${guardId} and a.job_id = ${jobId}`.execute(db());

/** The latest shift is the one that was not liked. */
const rate = (guardId: string, jobId: string) =>
  sql`insert into ratings (guard_id, job_id, shift_id, rating, description, created_at)
    select a.guard_id, a.job_id, a.shift_id, case when a.ended_at = max(a.ended_at) over () then 2 else 4.5 end,
      case when a.ended_at = max(a.ended_at) over () then 'The gate was not watched for a while.' else '' end, a.ended_at + interval '1 hour'
    from held_assignments a where a.guard_id = ${guardId} and a.job_id = ${jobId}`.execute(db());

/** See `makePast` in the contract. */
export const past = ({ guard, jobId, shortBy = '0', licenceDays }: Input<typeof makePast>): Promise<{ shifts: number }> =>
  transaction(async () => {
    const now = nowText();
    const found = await sql<{ id: string }>`
      select g.id from guards g, jobs j where g.id::text = ${guard} and g.is_test and j.id = ${jobId} and j.is_test`.execute(db());
    const guardId = found.rows[0]?.id ?? nobody();
    await hold({ job: jobId, guard: guardId });
    const shifts = await endShifts(guardId, jobId, now);
    if (shifts === 0) nobody();
    await pay(guardId, jobId, shortBy).catch((error: unknown) => {
      if (unpayable.has(sqlState(error) ?? '')) fail(400, 'The latest shift cannot be short by that much.');
      throw error;
    });
    await rate(guardId, jobId);
    if (licenceDays !== undefined)
      await sql`update guards set security_registration_expiry_date = (${now}::timestamptz at time zone 'America/Toronto')::date + ${licenceDays}::int
        where id = ${guardId}`.execute(db());
    return { shifts };
  });
