import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { earningQuarters, earningTotals, payCheck, statement } from '@portal/contracts/earnings/earnings.reports';
import { openWithdrawals, payWithdrawal, processWithdrawal, refuseWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { listWithdrawals, requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { bind, bindFile, bindOpen, readOnly } from '../../platform/http/routes';
import type { SignedIn } from '../../platform/identity/sessions';
import * as earnings from './earnings.service';
import * as reports from './reports.service';
import * as withdrawals from './withdrawals.service';

export const earningsRoutes = [
  readOnly(bind(myEarning, (me, input) => earnings.list(me.id, input))),
  bind(requestWithdrawal, (me, { amount }) => withdrawals.request(me.id, amount)),
  readOnly(bind(listWithdrawals, (me, input) => withdrawals.list(me.id, input))),
  readOnly(bind(earningTotals, (me, { by }) => reports.totalsBy(me.id, by))),
  readOnly(bind(earningQuarters, (me) => reports.quarters(me.id))),
  bind(payCheck, (me, input) => reports.checkPay(me.id, input)),
  // Its `auth` guarantees a guard.
  bindFile(statement, (me, input) => reports.makeStatement((me as SignedIn).id, input)),
  bindOpen(openWithdrawals, withdrawals.listOpen),
  bindOpen(processWithdrawal, ({ withdrawalId }) => withdrawals.changeStatus(withdrawalId, 'in-process')),
  bindOpen(payWithdrawal, ({ withdrawalId }) => withdrawals.changeStatus(withdrawalId, 'paid')),
  bindOpen(refuseWithdrawal, ({ withdrawalId, reason }) => withdrawals.changeStatus(withdrawalId, 'refused', reason)),
];
