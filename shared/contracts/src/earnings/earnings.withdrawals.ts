import { array, boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { decimal, instant, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { type WithdrawalStatus, withdrawalStatuses, withdrawMessages, withdrawRules } from './earnings.rules';

/** `amount` in dollars as an exact decimal. The instants are null for states that were not reached. */
export const withdrawalShape = object({
  id: string().required(),
  amount: decimal().required(),
  status: string<WithdrawalStatus>()
    .oneOf(Object.keys(withdrawalStatuses) as WithdrawalStatus[])
    .required(),
  reason: string().nullable().defined(),
  createdAt: instant().required(),
  processedAt: instant().nullable().defined(),
  /** When it was paid or refused. */
  closedAt: instant().nullable().defined(),
});
export type Withdrawal = InferType<typeof withdrawalShape>;

/**
 * Requests money from the wallet (EARN-20). The amount in hand falls immediately, until a refusal returns it. 400: more than in hand. 409:
 * another withdrawal is open, or bank details are missing.
 */
export const requestWithdrawal = endpoint({
  id: 'earnings.withdraw',
  method: 'POST',
  path: '/guard/withdraw-request',
  auth: 'approved',
  input: withdrawRules,
  output: withdrawalShape,
  ok: withdrawMessages.submitted,
  silent: { otherwise: withdrawMessages.notAccepted, reasons: { 409: withdrawMessages.notPossible } },
});

/** The guard's own withdrawals, latest first, and the bank account for them. */
export const listWithdrawals = endpoint({
  id: 'earnings.withdrawals',
  method: 'GET',
  path: '/guard/withdraw-request',
  auth: 'approved',
  input: object(paging()),
  output: object({
    docs: array(withdrawalShape).required(),
    total: number().required(),
    hasBankDetails: boolean().required(),
    /** The masked account number; null without bank details. Missing in replies of the previous release. */
    account: string().nullable(),
  }),
});
