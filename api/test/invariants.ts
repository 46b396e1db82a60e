import { preparedQuery } from '../src/platform/database/db';

/** A query that also runs on a `pg` client. */
export interface WorkCheck {
  defect: string;
  /** Selects the `id` of every row that breaks the rule. */
  query: string;
}

/** Rules of applications, shifts, breaks, credits and wallets that hold between any two transactions, also after a crash. */
export const invariants: readonly WorkCheck[] = [
  {
    defect: 'ended without exactly one credit of its pay',
    query: `select a.id from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
      where a.state = 'ended' and (select coalesce(array_agg(t.amount), '{}') from transactions t where t.assignment_id = a.id and t.kind = 'credit')
        <> (select coalesce(array_agg(pay), '{}') from (values (shift_pay(j.hourly_rate, coalesce(a.paid_from, s.starts_at), s.ends_at, a.started_at, a.ended_at))) as due (pay) where pay > 0)`,
  },
  {
    defect: 'a credit for a shift that has not ended',
    query: `select t.id from transactions t join assignments a on a.id = t.assignment_id where t.kind = 'credit' and a.state <> 'ended'`,
  },
  {
    defect: 'a running break of a shift that is not on a break',
    query: `select b.id from breaks b join assignments a on a.id = b.assignment_id where b.ended_at is null and a.state <> 'on-break'`,
  },
  {
    defect: 'on a break without exactly one running break',
    query: `select a.id from assignments a where a.state = 'on-break' and (select count(*) from breaks b where b.assignment_id = a.id and b.ended_at is null) <> 1`,
  },
  {
    defect: 'a job whose live applications are miscounted, or more than five',
    query: `select j.id from jobs j where j.live_applications > 5 or j.live_applications <>
      (select count(*) from applications a where a.job_id = j.id and a.state in ('applied', 'awarded'))`,
  },
  {
    defect: 'a guard with two running shifts',
    query: `select guard_id as id from assignments where state in ('running', 'on-break') group by guard_id having count(*) > 1`,
  },
  {
    defect: 'a wallet below zero',
    query: `select g.id from guards g where (select coalesce(sum(case when t.kind = 'credit' then t.amount else -t.amount end), 0) from transactions t where t.guard_id = g.id)
      < (select coalesce(sum(w.amount), 0) from withdrawals w where w.guard_id = g.id and w.status in ('requested', 'in-process'))`,
  },
  {
    defect: 'a withdrawal that is not booked exactly when it is paid',
    query: `select w.id from withdrawals w left join transactions t on t.withdrawal_id = w.id where (w.status = 'paid') <> coalesce(t.amount = w.amount and t.kind = 'withdrawn', false)`,
  },
  {
    defect: 'a guard in two places at once',
    query: `select a.guard_id as id from assignments a join shifts s on s.id = a.shift_id join assignments b on b.guard_id = a.guard_id and b.id > a.id
      join shifts o on o.id = b.shift_id and o.starts_at < s.ends_at and o.ends_at > s.starts_at
      where a.during is not null and b.during is not null and a.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')
        and b.state in ('awarded', 'leave-requested', 'arrived', 'running', 'on-break')`,
  },
  {
    defect: 'an assignment with another period than its shift',
    query: `select a.id from assignments a join shifts s on s.id = a.shift_id join jobs j on j.id = a.job_id
      where a.during <> tstzrange(s.starts_at, s.ends_at) or (a.during is not null and j.status in (2, 3))`,
  },
  {
    defect: 'a job whose shifts are not chained',
    query: `select id from (select id, previous_start, coalesce(lag(starts_at) over (partition by job_id order by starts_at), '-infinity') as before from shifts) s
      where previous_start <> before`,
  },
  {
    defect: 'an assignment without an award, or an award without any assignment',
    query: `select p.id from applications p where (p.state = 'awarded') <> exists (select from held_assignments a where a.guard_id = p.guard_id and a.job_id = p.job_id)
      and p.state in ('applied', 'awarded')`,
  },
  {
    defect: 'a live cover offer of a shift that its guard does not wait for',
    query: `select c.id from cover_offers c join assignments a using (guard_id, shift_id) join jobs j on j.id = c.job_id
      where c.state in ('open', 'proposed') and (a.state in ('taken-back', 'leave-requested', 'on-leave', 'arrived', 'running', 'on-break') or j.status = 3)`,
  },
  {
    defect: 'leave in another state than its shift',
    query: `select l.id from leaves l join held_assignments a using (guard_id, shift_id) where (l.status = 0) <> (a.state = 'leave-requested')
      or (l.status = 1) <> (a.state = 'on-leave')`,
  },
  {
    defect: 'a shift that ended with an open break, or begun without an arrival',
    query: `select a.id from assignments a where a.state in ('running', 'on-break', 'ended') and a.started_received_at is not null and a.arrived_at is null
      or a.state = 'ended' and exists (select from breaks b where b.assignment_id = a.id and b.ended_at is null)`,
  },
  {
    defect: 'a welfare check in another state than its shift',
    query: `select w.assignment_id as id from welfare_checks w join assignments a on a.id = w.assignment_id
      where w.state <> 'over' and a.state <> case w.state when 'paused' then 'on-break' else 'running' end`,
  },
  {
    defect: 'a reply code without an ask, or an ask without one',
    query: `select assignment_id as id from welfare_checks where (code is not null) <> (state in ('asked', 'called-again', 'escalated'))`,
  },
  {
    defect: 'an escalated welfare check without an active SOS',
    query: `select w.assignment_id as id from welfare_checks w where w.escalated_at is not null
      and not exists (select from sos_alerts s where s.assignment_id = w.assignment_id and s.ended_at is null)`,
  },
  {
    defect: 'two guards of one e-mail address',
    query: `select min(id::text) as id from guards group by email having count(*) > 1`,
  },
  {
    defect: 'an idempotency key without its reply',
    query: `select guard_id as id from idempotency_keys where reply is null`,
  },
];

interface Broken {
  /** Its index in `invariants`. */
  at: number;
  id: string;
}

const ALL_CHECKS = invariants.map(({ query }, at) => `select ${at} as at, id::text from (${query}) broken`).join(' union all ');

/** Every broken rule of `invariants` with up to ten ids; empty when all hold. `ask` queries another connection than the API's own. */
export async function findViolations(
  ask = (query: string): Promise<Broken[]> => preparedQuery<Broken & Record<string, unknown>>('work-defects', query, []),
): Promise<string[]> {
  const broken = await ask(ALL_CHECKS);
  return invariants.flatMap(({ defect }, check) => {
    const ids = broken.filter(({ at }) => at === check).map(({ id }) => id);
    return ids.length > 0 ? `${defect}: ${ids.slice(0, 10).join(', ')}` : [];
  });
}
