import { array, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { id } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { withdrawalShape } from './earnings.withdrawals';

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

/** Requested to in process; notifies the guard. 404: unknown. 409: another state. A repeated call replies with the current state. */
export const processWithdrawal = endpoint(step('process', object(input)));
/** Changes the state from in process to paid, books the withdrawal in the wallet and notifies the guard. */
export const payWithdrawal = endpoint(step('pay', object(input)));
/** Refuses an unpaid withdrawal: returns the money to the wallet and sends the guard the reason. */
export const refuseWithdrawal = endpoint(
  step('refuse', object({ ...input, reason: string().trim().required('Say why').max(300, 'At most 300 characters') })),
);
