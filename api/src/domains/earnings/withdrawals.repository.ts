import type { Page } from '@portal/contracts/_kernel/envelope';
import type { WithdrawalStatus } from '@portal/contracts/earnings/earnings.rules';
import type { Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const withdrawals = typedTable('withdrawals', 'withdrawals');

const columns = [
  'withdrawals.id',
  sql<string>`${withdrawals.amount}::text`.as('amount'),
  'withdrawals.status',
  'withdrawals.reason',
  'withdrawals.created_at as createdAt',
  'withdrawals.processed_at as processedAt',
  'withdrawals.closed_at as closedAt',
] as const;

const open = ['requested', 'in-process'] as const;

/** One withdrawal with its guard's e-mail, for staff. */
export type GuardsWithdrawal = Withdrawal & { guard: string };
export interface WithdrawalOfGuard extends GuardsWithdrawal {
  guardId: string;
}

export async function hasOpen(guardId: string): Promise<boolean> {
  const found = db().selectFrom('withdrawals').select('id').where('guard_id', '=', guardId).where('status', 'in', open);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whether an exact decimal is at most another one. */
export async function isWithin(amount: string, most: string): Promise<boolean> {
  const { rows } = await sql<{ within: boolean }>`select ${amount}::numeric <= ${most}::numeric as within`.execute(db());
  return rows[0]?.within ?? false;
}

/** @throws 23505 when one is open. */
export const insertWithdrawal = (guardId: string, amount: string, now: string): Promise<Withdrawal> =>
  db().insertInto('withdrawals').values({ guard_id: guardId, amount, created_at: now }).returning(columns).executeTakeFirstOrThrow();

/** The guard's own, latest first. */
export async function withdrawalsOf(guardId: string, { page, limit }: { page: number; limit: number }): Promise<Page<Withdrawal>> {
  const own = db().selectFrom('withdrawals').where('guard_id', '=', guardId);
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const docs = await own
    .select(columns)
    .orderBy('withdrawals.created_at', 'desc')
    .orderBy('withdrawals.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { docs, total };
}

const withGuard = () =>
  db()
    .selectFrom('withdrawals')
    .innerJoin('guards', 'guards.id', 'withdrawals.guard_id')
    .select(columns)
    .select(['guards.email as guard', 'withdrawals.guard_id as guardId']);

/** The open withdrawals, oldest first. */
export const openWithdrawals = (limit: number): Promise<WithdrawalOfGuard[]> =>
  withGuard().where('withdrawals.status', 'in', open).orderBy('withdrawals.created_at').orderBy('withdrawals.id').limit(limit).execute();

/** One withdrawal with its guard; null when there is none. */
export const withdrawalById = async (id: string): Promise<WithdrawalOfGuard | null> =>
  (await withGuard().where('withdrawals.id', '=', id).executeTakeFirst()) ?? null;

interface Step {
  status: WithdrawalStatus;
  reason: string | null;
  now: string;
}

export async function moveWithdrawal(id: string, { status, reason, now }: Step): Promise<void> {
  const at = status === 'in-process' ? { processed_at: now } : { closed_at: now };
  await db()
    .updateTable('withdrawals')
    .set({ status, reason, ...at })
    .where('id', '=', id)
    .execute();
}

/** Books a paid withdrawal, once. */
export async function insertPayout(guardId: string, { id, amount }: Withdrawal, now: string): Promise<void> {
  await db()
    .insertInto('transactions')
    .values({ guard_id: guardId, withdrawal_id: id, kind: 'withdrawn', amount, created_at: now })
    .execute();
}
