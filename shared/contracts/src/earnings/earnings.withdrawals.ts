import { array, boolean, type InferType, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { decimal, id, instant, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { type WithdrawalStatus, withdrawalStatuses, withdrawMessages, withdrawRules } from './earnings.rules';

/** amount in dollars as an exact decimal; the instants say when each state was reached, null when it was not. */
export const withdrawalShape = object({
  id: string().required(),
  amount: decimal().required(),
  status: string<WithdrawalStatus>()
    .oneOf(Object.keys(withdrawalStatuses) as WithdrawalStatus[])
    .required(),
  /** Why it was refused. */
  reason: string().nullable().defined(),
  createdAt: instant().required(),
  processedAt: instant().nullable().defined(),
  /** Paid or refused. */
  closedAt: instant().nullable().defined(),
});
export type Withdrawal = InferType<typeof withdrawalShape>;

/**
 * Asks for money from the wallet (EARN-20). It is reserved at once: the in-hand amount falls by it until it is refused.
 * 400 more than is in hand, 409 one is under way already, or no bank details.
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

/** The guard's own withdrawals, latest first, and whether there is a bank account to pay them to. */
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
    /** Its last digits, masked; null without bank details. Missing in replies of the release before. */
    account: string().nullable(),
  }),
});

const forStaff = withdrawalShape.shape({ guard: string().required() });

/** Withdrawals that are neither paid nor refused, oldest first, at most 200. */
export const openWithdrawals = endpoint({
  id: 'earnings.open-withdrawals',
  method: 'GET',
  path: '/withdrawals/open',
  auth: 'staff',
  roles: ['finance'],
  input: object({}),
  output: array(forStaff).required(),
});

const input = { withdrawalId: id().required() };
const step = <In>(act: string, words: In) =>
  ({
    id: `earnings.${act}-withdrawal`,
    method: 'POST',
    path: `/withdrawals/${act}`,
    auth: 'staff',
    roles: ['finance'],
    input: words,
    output: forStaff,
  }) as const;

/** Requested becomes in process; the guard is told. 404 unknown, 409 another state. Done before, it replies as it stands. */
export const processWithdrawal = endpoint(step('process', object(input)));
/** In process becomes paid: the wallet's books have it from now on, and the guard is told. */
export const payWithdrawal = endpoint(step('pay', object(input)));
/** Refuses one that is not paid: the money is in the wallet again, and the guard is told why. */
export const refuseWithdrawal = endpoint(
  step('refuse', object({ ...input, reason: string().trim().required('Say why').max(300, 'At most 300 characters') })),
);
