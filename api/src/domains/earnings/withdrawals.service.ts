import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { money } from '@portal/contracts/_kernel/formats';
import { limits } from '@portal/contracts/_kernel/limits';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { type WithdrawalStatus, withdrawalNotices, withdrawalStatuses, withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import type { openWithdrawals } from '@portal/contracts/earnings/earnings.staff';
import type { listWithdrawals, Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { bankAccount } from '../bank/bank.service';
import { notifyGuard } from '../notifications/notify.service';
import { wallet } from './earnings.repository';
import * as withdrawals from './withdrawals.repository';

const LISTED = 200;

/** Whether the guard has an open withdrawal, whose amount is reserved. Call it with the guard locked. */
export const hasOpen = withdrawals.hasOpen;

/** Reserves an amount of the wallet and requests its payment by staff: one at a time, and at most the amount in hand. */
export const request = (guardId: string, amount: string): Promise<Withdrawal> =>
  transaction(async () => {
    await lock({ guard: guardId });
    if ((await bankAccount(guardId)) === null) fail(409, withdrawMessages.bankMissing);
    if (await withdrawals.hasOpen(guardId)) fail(409, withdrawMessages.pending);
    const { inHand } = await wallet(guardId);
    if (!(await withdrawals.isWithin(amount, inHand))) failValidation({ amount: withdrawMessages.tooMuch(inHand) });
    const withdrawal = await withdrawals
      .insertWithdrawal(guardId, amount, nowText())
      .catch((error) => (sqlState(error) === '23505' ? fail(409, withdrawMessages.pending) : Promise.reject(error)));
    notifyChanged(guardId, 'earnings');
    return withdrawal;
  });

/** The guard's own withdrawals, latest first. */
export async function list(
  guardId: string,
  { page = 1, limit = limits.pageSize }: Input<typeof listWithdrawals>,
): Promise<Output<typeof listWithdrawals>> {
  const found = await withdrawals.withdrawalsOf(guardId, { page, limit });
  const account = await bankAccount(guardId);
  return { ...found, hasBankDetails: account !== null, account };
}

/** The open withdrawals, for staff. */
export const listOpen = (): Promise<Output<typeof openWithdrawals>> => withdrawals.openWithdrawals(LISTED);

const before: Readonly<Record<Exclude<WithdrawalStatus, 'requested'>, readonly WithdrawalStatus[]>> = {
  'in-process': ['requested'],
  paid: ['in-process'],
  refused: ['requested', 'in-process'],
};

/** Staff change the state of a withdrawal and its guard is notified. A paid one is booked, a refused one is in hand again, in the same transaction. */
export const changeStatus = (
  id: string,
  status: keyof typeof before,
  reason: string | null = null,
): Promise<withdrawals.GuardsWithdrawal> =>
  transaction(async () => {
    const { guardId } = (await withdrawals.withdrawalById(id)) ?? fail(404, withdrawMessages.unknown);
    await lock({ guard: guardId });
    const held = (await withdrawals.withdrawalById(id)) ?? fail(404, withdrawMessages.unknown);
    if (held.status === status) return held;
    if (!before[status].includes(held.status)) fail(409, withdrawMessages.notNow(withdrawalStatuses[held.status]));
    const now = nowText();
    await withdrawals.moveWithdrawal(id, { status, reason, now });
    if (status === 'paid') await withdrawals.insertPayout(held.guardId, held, now);
    await notifyGuard(held.guardId, 'other', {
      title: `Withdrawal of ${money(held.amount)}: ${withdrawalStatuses[status].toLowerCase()}`,
      description: withdrawalNotices[status](held.amount, reason ?? ''),
      to: earningsPaths.withdraw(),
    });
    notifyChanged(held.guardId, 'earnings');
    return (await withdrawals.withdrawalById(id)) ?? fail(404, withdrawMessages.unknown);
  });
