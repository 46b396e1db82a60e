import type { Page } from '@portal/contracts/_kernel/envelope';
import type { WithdrawalStatus } from '@portal/contracts/earnings/earnings.rules';
import type { Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { type RawBuilder, sql } from 'kysely';
import { db } from '../../platform/database/db';

const columns = sql`w.id, w.amount::text, w.status, w.reason, w.created_at as "createdAt", w.processed_at as "processedAt", w.closed_at as "closedAt"`;

/** One withdrawal with its guard's e-mail: what staff see. */
export type GuardsWithdrawal = Withdrawal & { guard: string };
export interface HeldWithdrawal extends GuardsWithdrawal {
  guardId: string;
}

export async function hasOpen(guardId: string): Promise<boolean> {
  const { rows } = await sql`select from withdrawals where guard_id = ${guardId} and status in ('requested', 'in-process')`.execute(db());
  return rows.length > 0;
}

/** Whether an exact decimal is at most another one. */
export async function isWithin(amount: string, most: string): Promise<boolean> {
  const { rows } = await sql<{ within: boolean }>`select ${amount}::numeric <= ${most}::numeric as within`.execute(db());
  return rows[0]?.within ?? false;
}

/** @throws 23505 when one is under way. */
export async function insertWithdrawal(guardId: string, amount: string, now: string): Promise<Withdrawal> {
  const { rows } = await sql<Withdrawal>`
    insert into withdrawals as w (guard_id, amount, created_at) values (${guardId}, ${amount}::numeric, ${now}) returning ${columns}`.execute(
    db(),
  );
  return rows[0] as Withdrawal;
}

/** The guard's own, latest first. */
export async function withdrawalsOf(guardId: string, { page, limit }: { page: number; limit: number }): Promise<Page<Withdrawal>> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from withdrawals where guard_id = ${guardId}`.execute(db());
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawals w where w.guard_id = ${guardId} order by w.created_at desc, w.id limit ${limit} offset ${(page - 1) * limit}`.execute(
    db(),
  );
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

async function joined<Row>(where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns}, g.email as guard, w.guard_id as "guardId" from withdrawals w join guards g on g.id = w.guard_id where ${where}`.execute(
    db(),
  );
  return rows;
}

/** What staff have not closed yet, oldest first. */
export const openWithdrawals = (limit: number) =>
  joined<HeldWithdrawal>(sql`w.status in ('requested', 'in-process') order by w.created_at, w.id limit ${limit}`);

/** One withdrawal with its guard; null when there is none. */
export async function oneWithdrawal(id: string): Promise<HeldWithdrawal | null> {
  return (await joined<HeldWithdrawal>(sql`w.id = ${id}`))[0] ?? null;
}

interface Step {
  status: WithdrawalStatus;
  reason: string | null;
  now: string;
}

export async function moveWithdrawal(id: string, { status, reason, now }: Step): Promise<void> {
  const at = status === 'in-process' ? sql`processed_at = ${now}` : sql`closed_at = ${now}`;
  await sql`update withdrawals set status = ${status}, reason = ${reason}, ${at} where id = ${id}`.execute(db());
}

/** Books a paid withdrawal, once. */
export const insertPayout = (guardId: string, { id, amount }: Withdrawal, now: string) =>
  sql`insert into transactions (guard_id, withdrawal_id, kind, amount, created_at)
    values (${guardId}, ${id}, 'withdrawn', ${amount}::numeric, ${now})`.execute(db());
