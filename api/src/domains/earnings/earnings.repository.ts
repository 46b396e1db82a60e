import { homeZone } from '@portal/contracts/_kernel/clock';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type { Transaction } from '@portal/contracts/earnings/earnings.endpoints';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { containsWords } from '../../platform/database/contains';
import { db } from '../../platform/database/db';
import type { Tables } from '../../platform/database/tables';
import { typedTable } from '../../platform/database/typed-table';

const j = typedTable('jobs', 'j');
const t = typedTable('transactions', 't');
const w = typedTable('withdrawals', 'w');

/** Exact decimals in dollars. */
export interface Wallet {
  /** All credits. */
  credited: string;
  /** Credits less debits. */
  totalAmount: string;
  /** Paid out, and reserved by a withdrawal that is under way. */
  totalWithdrawalAmout: string;
  /** The amount that can be withdrawn. */
  inHand: string;
}

export async function wallet(guardId: string): Promise<Wallet> {
  const { rows } = await sql<Wallet>`
    with sums as (select
      coalesce(sum(${t.amount}) filter (where ${t.kind} = 'credit'), 0)::numeric(12, 2) as credited,
      coalesce(sum(${t.amount}) filter (where ${t.kind} = 'debit'), 0)::numeric(12, 2) as debited,
      coalesce(sum(${t.amount}) filter (where ${t.kind} in ('withdrawn', 'bank-deposit')), 0)::numeric(12, 2)
        + (select coalesce(sum(${w.amount}), 0) from ${w} where ${w.guard_id} = ${guardId} and ${w.status} in ('requested', 'in-process')) as paid
      from ${t} where ${t.guard_id} = ${guardId})
    select credited::text, (credited - debited)::text as "totalAmount", paid::text as "totalWithdrawalAmout", (credited - debited - paid)::text as "inHand" from sums`.execute(
    db(),
  );
  return rows[0] ?? { credited: '0.00', totalAmount: '0.00', totalWithdrawalAmout: '0.00', inHand: '0.00' };
}

/** The credits of the guard for a job. */
export async function creditedFor(guardId: string, jobId: string): Promise<string> {
  const { credit } = await db()
    .selectFrom('transactions as t')
    .select(sql<string>`coalesce(sum(${t.amount}), 0)::numeric(12, 2)::text`.as('credit'))
    .where('t.guard_id', '=', guardId)
    .where('t.job_id', '=', jobId)
    .where('t.kind', '=', 'credit')
    .executeTakeFirstOrThrow();
  return credit;
}

export interface TransactionsQuery {
  page?: number | undefined;
  limit?: number | undefined;
  searchBy?: string | undefined;
  /** Civil dates at the sites, both included. */
  from?: string | undefined;
  to?: string | undefined;
  type?: string | undefined;
}

const kinds: Readonly<Record<'credit' | 'debit' | 'withdrawn', readonly Tables['transactions']['kind'][]>> = {
  credit: ['credit'],
  debit: ['debit'],
  withdrawn: ['withdrawn', 'bank-deposit'],
};

const midnight = (date: RawBuilder<unknown>, zone: Expression<string>) => sql`(${date}::date::timestamp at time zone ${zone})`;
/** No site's midnight is earlier than Toronto's, and none is later by more than this. */
const LATEST = sql`interval '1 hour'`;

/** A transaction `t` of this day at its site, or of a later one. The condition on Toronto's midnight is there for the index. */
export const isSince = (date: RawBuilder<unknown>) =>
  sql`${t.created_at} >= ${midnight(date, sql<string>`${homeZone}`)} and ${t.created_at} >= ${midnight(date, t.time_zone)}`;

/** A transaction of an earlier day. */
export const isBefore = (date: RawBuilder<unknown>) =>
  sql`${t.created_at} < ${midnight(date, sql<string>`${homeZone}`)} + ${LATEST} and ${t.created_at} < ${midnight(date, t.time_zone)}`;

/** A transaction of these days, both included. */
export const isWithin = (from: string, to: string) => sql`${isSince(sql`${from}`)} and ${isBefore(dayAfter(to))}`;
const dayAfter = (date: string) => sql`(${date}::date + 1)`;

/** A transaction `t` of the job `j`, if any. */
export const transactionColumns = sql`${t.id} as id, case when ${j.id} is null then null else json_build_object('jobTitle', ${j.title}, 'timeZone', ${t.time_zone}) end as "jobId",
  ${t.created_at} as "createdAt", ${t.amount}::text as amount, ${t.kind} = 'credit' as "isCredit", ${t.kind} = 'debit' as "isDebit",
  ${t.kind} = 'bank-deposit' as "isBankDeposit", ${t.kind} = 'withdrawn' as "isWithdrawn"`;

/** The guard's transactions, latest first. */
export async function transactions(
  guardId: string,
  { page = 1, limit = limits.pageSize, searchBy, from, to, type }: TransactionsQuery,
): Promise<Page<Transaction>> {
  const conditions = [
    sql`${t.guard_id} = ${guardId}`,
    ...(searchBy ? [containsWords(j.title, searchBy)] : []),
    ...(from ? [isSince(sql`${from}`)] : []),
    ...(to ? [isBefore(dayAfter(to))] : []),
    ...(type ? [sql`${t.kind} = any (${[...(kinds[type as keyof typeof kinds] ?? [])]})`] : []),
  ];
  const found = sql`${t} left join ${j} on ${j.id} = ${t.job_id} where ${sql.join(conditions, sql` and `)}`;
  // The title of a job is joined only for a search: without one the index alone counts the transactions.
  const counting = searchBy ? found : sql`${t} where ${sql.join(conditions, sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${counting}`.execute(db());
  const { rows } = await sql<Transaction>`
    select ${transactionColumns}
    from ${found} order by ${t.created_at} desc, ${t.id} limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

export interface ShiftCredit {
  guardId: string;
  jobId: string;
  assignmentId: string;
  /** Dollars, an exact decimal. */
  amount: string;
  now: string;
}

/** @returns false when there is nothing to credit, or when the shift was credited before. */
export async function insertCredit({ guardId, jobId, assignmentId, amount, now }: ShiftCredit): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db()
    .insertInto('transactions')
    .columns(['guard_id', 'job_id', 'assignment_id', 'kind', 'amount', 'created_at'])
    .expression(sql`select ${guardId}, ${jobId}, ${assignmentId}, 'credit', ${amount}::numeric, ${now} where ${amount}::numeric > 0`)
    .onConflict((conflict) => conflict.column('assignment_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertPlainCredit(guardId: string, amount: string, now: string): Promise<void> {
  await db()
    .insertInto('transactions')
    .columns(['guard_id', 'kind', 'amount', 'created_at'])
    .expression(sql`select ${guardId}, 'credit', ${amount}::numeric, ${now} where ${amount}::numeric > 0`)
    .execute();
}
