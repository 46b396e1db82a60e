import { boolean, type InferType, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { money } from '../_kernel/formats';
import { decimal, id, instant, optionalText, pageOf, paging, siteZone } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { periodFields } from './earnings.rules';

/** `amount` in dollars as an exact decimal. One of the four flags states the kind (DATA-ACCT-16, DATA-ACCT-17). */
export const transactionShape = object({
  id: string().required(),
  /** A transaction belongs to the day in the `timeZone` of the job's site. */
  jobId: object({ jobTitle: string().required(), timeZone: siteZone() }).nullable().defined(),
  createdAt: instant().required(),
  amount: decimal().required(),
  isCredit: boolean().required(),
  isDebit: boolean().required(),
  isBankDeposit: boolean().required(),
  isWithdrawn: boolean().required(),
});
export type Transaction = InferType<typeof transactionShape>;

/** The server applies `type` (API-EARN-06). `from` and `to` are civil dates at the sites, both inclusive. */
export const myEarning = endpoint({
  id: 'earnings.list',
  method: 'GET',
  path: '/guard/myearning/:guardId',
  auth: 'approved',
  input: object({
    guardId: id().required(),
    ...paging(),
    ...periodFields(),
    type: optionalText().oneOf(['credit', 'debit', 'withdrawn', undefined], 'Unknown kind of transaction'),
  }),
  always: ['searchBy', 'from', 'to'], // API-EARN-01
  output: object({
    guardWallet: object({ totalAmount: decimal().required(), totalWithdrawalAmout: decimal().required() }).required(),
    earnings: pageOf<Transaction>(transactionShape),
  }),
});

/** The filters on /withdraw (EARN-18) with their `type`. */
export const earningFilters = [
  { label: 'All', type: undefined },
  { label: 'Debit', type: 'debit' },
  { label: 'Withdrawn', type: 'withdrawn' },
  { label: 'Credit', type: 'credit' },
] as const;

/** The tabs of the earnings panel on the profile (MYPROFILE-19) with their `type`. */
export const profileEarningTabs = [
  { id: 'all', label: 'All', type: undefined },
  { id: 'credit', label: 'Credit', type: 'credit' },
  { id: 'withdrawn', label: 'Withdrawn', type: 'withdrawn' },
] as const;

export const transactionKind = (transaction: Transaction): string =>
  transaction.isWithdrawn ? 'Withdrawn' : transaction.isBankDeposit ? 'Bank deposit' : transaction.isDebit ? 'Debit' : 'Credit';

/** `+$12.50`, `−$12.50`: the change of the wallet by a transaction. */
export const signedAmount = ({ isCredit, amount }: Transaction): string => `${isCredit ? '+' : '−'}${money(amount)}`;
