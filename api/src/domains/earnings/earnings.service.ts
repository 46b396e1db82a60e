import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { earningsMessages } from '@portal/contracts/earnings/earnings.rules';
import { nowText } from '../../platform/clock';
import { fail } from '../../platform/http/errors';
import * as earnings from './earnings.repository';

/** The guard's wallet and transactions. 403 for another guard's id. */
export async function list(guardId: string, { guardId: asked, ...wanted }: Input<typeof myEarning>): Promise<Output<typeof myEarning>> {
  if (asked !== guardId) fail(403, earningsMessages.notYours);
  const [{ totalAmount, totalWithdrawalAmout }, page] = await Promise.all([
    earnings.wallet(guardId),
    earnings.transactions(guardId, wanted),
  ]);
  return { guardWallet: { totalAmount, totalWithdrawalAmout }, earnings: page };
}

/** Exact decimals in dollars: all credits, and the amount in hand (credits less debits less payouts). */
export async function totals(guardId: string): Promise<{ totalEarning: string; eWallet: string }> {
  const { credited, inHand } = await earnings.wallet(guardId);
  return { totalEarning: credited, eWallet: inHand };
}

/** Adds amounts of two decimals exactly, as text, because a float is not exact. */
export function sum(amounts: readonly string[]): string {
  const cents = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n);
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Credits an ended shift, once; false when its pay is zero or was credited before. */
export const creditShift = earnings.insertCredit;

/** The credits of the guard for a job. */
export const creditedFor = earnings.creditedFor;

/** Credits an amount without a shift, for a test guard. Zero credits nothing. */
export const creditPlain = (guardId: string, amount: string): Promise<void> => earnings.insertPlainCredit(guardId, amount, nowText());
