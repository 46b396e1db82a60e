import { homeZone } from '@portal/contracts/_kernel/clock';
import type { Transaction } from '@portal/contracts/earnings/earnings.endpoints';
import type { CheckedShift, EarningsPeriod } from '@portal/contracts/earnings/earnings.reports';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Tables } from '../../platform/database/tables';
import { typedTable } from '../../platform/database/typed-table';
import { paidFromOf } from '../shift-state/shift-state.columns';
import { isBefore, isSince, isWithin, transactionColumns } from './earnings.repository';

const a = typedTable('held_assignments', 'a');
const j = typedTable('jobs', 'j');
const s = typedTable('shifts', 's');
const t = typedTable('transactions', 't');
const paidFrom = paidFromOf(a, s);

const steps = {
  week: { unit: 'week', step: '1 week' },
  month: { unit: 'month', step: '1 month' },
  quarter: { unit: 'quarter', step: '3 months' },
} as const;

/** The credits in each of the last so many periods of the sites' calendar, oldest first, including the current one. */
export async function creditedBy(kind: keyof typeof steps, guardId: string, now: string, count: number): Promise<EarningsPeriod[]> {
  const { unit, step } = steps[kind];
  const { rows } = await sql<EarningsPeriod>`
    with periods as (
      select first::date as first, (first + ${step}::interval)::date as next
      from (select date_trunc(${unit}, ${now}::timestamptz at time zone ${homeZone}) as running) as today,
        generate_series(running - ${step}::interval * ${count - 1}::int, running, ${step}::interval) as first)
    select p.first as "from", p.next - 1 as "to", coalesce(sum(${t.amount}), 0)::numeric(12, 2)::text as credited
    from periods p left join ${t} on ${t.guard_id} = ${guardId} and ${t.kind} = 'credit'
      and ${isSince(sql`p.first`)} and ${isBefore(sql`p.next`)}
    group by p.first, p.next order by p.first`.execute(db());
  return rows;
}

interface Asked {
  page: number;
  limit: number;
  onlyGaps: boolean;
}

/** The guard's ended shifts, latest first, with the pay by their record and the credit. */
export async function checkedShifts(guardId: string, { page, limit, onlyGaps }: Asked) {
  const checked = sql`(
    select ${s.id} as id, ${s.starts_at} as planned_from, ${paidFrom} as paid_from, ${s.ends_at} as planned_to, ${a.started_at} as worked_from, ${a.ended_at} as worked_to,
      ${a.job_id} as job, ${j.title} as title, ${j.hourly_rate} as rate, ${j.time_zone} as zone,
      shift_pay(${j.hourly_rate}, ${paidFrom}, ${s.ends_at}, ${a.started_at}, ${a.ended_at}) as expected, coalesce(${t.amount}, 0) as received
    from ${a} join ${s} on ${s.id} = ${a.shift_id} join ${j} on ${j.id} = ${a.job_id}
      left join ${t} on ${t.assignment_id} = ${a.id} and ${t.kind} = 'credit'
    where ${a.guard_id} = ${guardId} and ${a.state} = 'ended') as c`;
  const counted = await sql<{ all: number; gaps: number }>`
    select count(*)::int as all, count(*) filter (where received < expected)::int as gaps from ${checked}`.execute(db());
  const { rows } = await sql<CheckedShift>`
    select c.id as "shiftId", json_build_object('id', c.job, 'jobTitle', c.title) as "jobId", c.planned_from as "startTime", c.planned_to as "endTime", c.zone as "timeZone",
      c.rate::text as "hourlyRate",
      trim_scale(round(greatest(0, extract(epoch from least(c.worked_to, c.planned_to) - greatest(c.worked_from, c.paid_from))) / 3600, 2))::text as "paidHours",
      c.expected::numeric(12, 2)::text as expected, c.received::numeric(12, 2)::text as received, (c.expected - c.received)::numeric(12, 2)::text as missing
    from ${checked} where ${onlyGaps ? sql`c.received < c.expected` : sql`true`}
    order by c.planned_from desc, c.id limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  const { all = 0, gaps = 0 } = counted.rows[0] ?? {};
  return { docs: rows, total: onlyGaps ? gaps : all, gaps };
}

/** All credits and withdrawals of the guard in a period of days at the sites, oldest first. */
export async function bookedTransactions(guardId: string, from: string, to: string): Promise<Transaction[]> {
  const { rows } = await sql<Transaction>`
    select ${transactionColumns} from ${t} left join ${j} on ${j.id} = ${t.job_id}
    where ${t.guard_id} = ${guardId} and ${isWithin(from, to)}
    order by ${t.created_at}, ${t.id}`.execute(db());
  return rows;
}

export type BookedSums = Record<'credited' | 'debited' | 'paidOut', string>;

/** The sums of the same period. */
export async function bookedSums(guardId: string, from: string, to: string): Promise<BookedSums> {
  const sum = (...kinds: Tables['transactions']['kind'][]) =>
    sql`coalesce(sum(${t.amount}) filter (where ${t.kind} = any (${kinds})), 0)::numeric(12, 2)::text`;
  const { rows } = await sql<BookedSums>`
    select ${sum('credit')} as credited, ${sum('debit')} as debited, ${sum('withdrawn', 'bank-deposit')} as "paidOut" from ${t}
    where ${t.guard_id} = ${guardId} and ${isWithin(from, to)}`.execute(db());
  return rows[0] ?? { credited: '0.00', debited: '0.00', paidOut: '0.00' };
}
