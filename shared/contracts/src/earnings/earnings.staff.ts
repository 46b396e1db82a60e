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
  command: { name: 'list-withdrawals', summary: 'lists withdrawals that are neither paid nor refused' },
  input: object({}),
  output: array(forStaff).required(),
});

const step = (act: 'process' | 'pay', summary: string) =>
  endpoint({
    id: `earnings.${act}-withdrawal`,
    method: 'POST',
    path: `/withdrawals/${act}`,
    auth: 'staff',
    roles: ['finance'],
    command: { name: `${act}-withdrawal`, arguments: ['withdrawalId'], summary },
    input: object({ withdrawalId: id().required() }),
    output: forStaff,
  });

/** Requested to in process; notifies the guard. 404: unknown. 409: another state. A repeated call replies with the current state. */
export const processWithdrawal = step('process', 'marks a withdrawal as in process and notifies its guard');
/** Changes the state from in process to paid, books the withdrawal in the wallet and notifies the guard. */
export const payWithdrawal = step('pay', 'marks a withdrawal as paid and notifies its guard');

/** Refuses an unpaid withdrawal: returns the money to the wallet and sends the guard the reason. */
export const refuseWithdrawal = endpoint({
  id: 'earnings.refuse-withdrawal',
  method: 'POST',
  path: '/withdrawals/refuse',
  auth: 'staff',
  roles: ['finance'],
  command: {
    name: 'refuse-withdrawal',
    arguments: ['withdrawalId', 'reason'],
    summary: 'refuses a withdrawal, returns the money to the wallet and notifies the guard with the reason',
  },
  input: object({
    withdrawalId: id().required(),
    reason: string().trim().required('Say why').max(300, 'At most 300 characters'),
  }),
  output: forStaff,
});
