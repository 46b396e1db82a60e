import type { WithdrawalStatus } from './earnings.rules';

/** The words of /withdraw and of the sample, as the documents write them. */
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

/** What /myEarning shows (ROUTE-61, EARN-16, EARN-17): sample data, of nobody. */
export const earningsSample = {
  title: 'Earnings (sample)',
  banner: 'Sample. Nothing on this page is real, and nothing here is or was paid.',
  cards: [
    { label: 'All Jobs', value: '24', hint: '$4,320.00 altogether' },
    { label: 'Upcoming', value: '3', hint: '$540.00 still to come' },
    { label: 'Withdrawn', value: '$3,100.00', hint: 'in five payments' },
  ],
} as const;

/** The ways a withdrawal goes, for the line of its steps. */
export const withdrawalSteps: readonly WithdrawalStatus[] = ['requested', 'in-process', 'paid'];
