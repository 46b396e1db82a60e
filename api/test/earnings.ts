import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { listWithdrawals, requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { sql } from 'kysely';
import { db } from '../src/platform/database/db';
import type { TestApi, TestGuard } from './test-api';

/** Books a transaction without a shift. */
export const bookTransaction = (guard: { id: string }, kind: string, amount: string, at: string) =>
  sql`insert into transactions (guard_id, kind, amount, created_at) values (${guard.id}, ${kind}, ${amount}, ${at})`.execute(db());

/** Saves bank details of the guard. */
export async function giveBank(api: TestApi, { id, token, password }: TestGuard): Promise<void> {
  const bank = {
    accHolderName: 'Test Guard',
    bankAccountNumber: '1234567',
    bankInstitution: '004',
    bankTransitNumber: '12345',
    wantTopay: 2,
  };
  const { code, message } = await api.call(saveBank, { id, password, ...bank } as never, { token });
  if (code !== 200) throw new Error(`The bank details were refused: ${message}`);
}

/** A new guard with bank details and so much in the wallet. */
export async function createEarner(api: TestApi, inHand = '100.00'): Promise<TestGuard> {
  const guard = await api.guard({ inHand } as never);
  await giveBank(api, guard);
  return guard;
}

/** The calls of a guard about their wallet, by short names. */
export function walletCalls(api: TestApi, { id, token }: TestGuard) {
  return {
    ask: (amount: string, key?: string) =>
      api.call(requestWithdrawal, { amount }, { token, ...(key && { headers: { 'idempotency-key': key } }) }),
    listed: async () => (await api.call(listWithdrawals, {} as never, { token })).data,
    wallet: async () => (await api.call(myEarning, { guardId: id } as never, { token })).data.guardWallet,
    booked: async () => (await api.call(myEarning, { guardId: id } as never, { token })).data.earnings.docs.map(({ amount }) => amount),
  };
}
