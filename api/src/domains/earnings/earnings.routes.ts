import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import {
  listWithdrawals,
  openWithdrawals,
  payWithdrawal,
  processWithdrawal,
  refuseWithdrawal,
  requestWithdrawal,
} from '@portal/contracts/earnings/earnings.withdrawals';
import { bind, bindOpen } from '../../platform/http-binding';
import * as earnings from './earnings.service';
import * as withdrawals from './withdrawals.service';

export const earningsRoutes = [
  bind(myEarning, (me, input) => earnings.list(me.id, input)),
  bind(requestWithdrawal, (me, { amount }) => withdrawals.request(me.id, amount)),
  bind(listWithdrawals, (me, input) => withdrawals.list(me.id, input)),
  bindOpen(openWithdrawals, withdrawals.open),
  bindOpen(processWithdrawal, ({ withdrawalId }) => withdrawals.move(withdrawalId, 'in-process')),
  bindOpen(payWithdrawal, ({ withdrawalId }) => withdrawals.move(withdrawalId, 'paid')),
  bindOpen(refuseWithdrawal, ({ withdrawalId, reason }) => withdrawals.move(withdrawalId, 'refused', reason)),
];
