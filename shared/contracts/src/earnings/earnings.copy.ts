import { money } from '../_kernel/formats';
import { SMALL_SUPPLIER, type WithdrawalStatus } from './earnings.rules';

/** Texts of /withdraw and of the sample, verbatim from the specification. */
export const earningsLabels = {
  title: 'My Earning',
  totalEarning: 'Total earning', // EARN-01
  inHand: 'In-hand earning', // EARN-02
  jobTitle: 'Job Title', // EARN-04
  timeDate: 'Time/Date', // EARN-05
  status: 'Status', // EARN-06
  transaction: 'Transaction', // EARN-07
  loading: 'Loading...', // EARN-08
  withdraw: 'Withdraw',
} as const;

/** The content of /myEarning (ROUTE-61, EARN-16, EARN-17): sample data, not of a guard. */
export const earningsSample = {
  title: 'Earnings (sample)',
  banner: 'Sample. Nothing on this page is real, and nothing here is or was paid.',
  cards: [
    { label: 'All Jobs', value: '24', hint: '$4,320.00 in total' },
    { label: 'Upcoming', value: '3', hint: '$540.00 still to come' },
    { label: 'Withdrawn', value: '$3,100.00', hint: 'in five payments' },
  ],
} as const;

/** Names the account by its last digits: `bank account ending in 4567`. */
export const accountText = (account: string | null | undefined): string =>
  account ? `bank account ending in ${account.replace(/\D/g, '')}` : 'bank account';

/** The states of a withdrawal that the progress line shows. */
export const withdrawalSteps: readonly WithdrawalStatus[] = ['requested', 'in-process', 'paid'];

/** The tabs of /withdraw. The specification states the first one. */
export const earningTabs = [
  { id: 'transactions', label: 'Transactions' },
  { id: 'time', label: 'Over time' },
  { id: 'pay', label: 'Pay check' },
  { id: 'statements', label: 'Statements' },
] as const;
export type EarningTab = (typeof earningTabs)[number]['id'];

/** Explains the last four quarters for GST/HST. A negative `left` is above the threshold. */
export const smallSupplierText = (total: string, left: string): string =>
  left.startsWith('-')
    ? `You were credited ${money(total)} in the last four quarters: more than ${money(SMALL_SUPPLIER)}. You must register for GST/HST and charge it.`
    : `You were credited ${money(total)} in the last four quarters: ${money(left)} below the limit of ${money(SMALL_SUPPLIER)}. Up to this limit, you need not register for GST/HST.`;
export const smallSupplierNote =
  'We count only what was credited here. Income from elsewhere counts too, and more than $30,000 in a single quarter is enough.';

/** The difference between expected and received pay of a shift as text. */
export const missingText = (missing: string): string =>
  /[1-9]/.test(missing) ? `${money(missing.replace('-', ''))} ${missing.startsWith('-') ? 'more' : 'less'}` : 'As expected';
