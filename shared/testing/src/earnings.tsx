import { myEarning, type Transaction } from '@portal/contracts/earnings/earnings.endpoints';
import { type CheckedShift, payCheck } from '@portal/contracts/earnings/earnings.reports';
import { listWithdrawals, type Withdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { mockId } from './ids';
import { mockEndpoint } from './mockEndpoint';

type Kind = 'credit' | 'debit' | 'bank-deposit' | 'withdrawn';

/** The nth transaction, by default of a job. */
export function transactionOf(kind: Kind = 'credit', over: Partial<Transaction> = {}, n = 1): Transaction {
  return {
    id: mockId(6000 + n),
    jobId: { jobTitle: 'Night watch at the depot' },
    createdAt: '2027-03-05T18:05:00.000Z',
    amount: '212.5',
    isCredit: kind === 'credit',
    isDebit: kind === 'debit',
    isBankDeposit: kind === 'bank-deposit',
    isWithdrawn: kind === 'withdrawn',
    ...over,
  };
}

/** The nth withdrawal, in the state requested. */
export const withdrawalOf = (over: Partial<Withdrawal> = {}, n = 1): Withdrawal => ({
  id: mockId(6500 + n),
  amount: '60',
  status: 'requested',
  reason: null,
  createdAt: '2027-03-12T14:00:00.000Z',
  processedAt: null,
  closedAt: null,
  ...over,
});

/** A shift of Tuesday, 9 March 2027, that was paid as expected. Override `received` and `missing` for another result. */
export const checkedShiftOf = (over: Partial<CheckedShift> = {}, n = 1): CheckedShift => ({
  shiftId: mockId(3000 + n),
  jobId: { id: mockId(1000 + n), jobTitle: 'Night watch at the depot' },
  startTime: '2027-03-09T14:00:00.000Z',
  endTime: '2027-03-09T22:00:00.000Z',
  hourlyRate: '25',
  paidHours: '8',
  expected: '200',
  received: '200',
  missing: '0',
  ...over,
});
/** The same shift, paid $12 less. */
export const gapOf = (over: Partial<CheckedShift> = {}, n = 1): CheckedShift =>
  checkedShiftOf({ received: '188', missing: '12', ...over }, n);

/** Replies to the pay check without paging and filter. */
export const mockPayCheck = (shifts: readonly CheckedShift[] = []) => {
  const gaps = shifts.filter(({ missing }) => Number(missing) > 0);
  return mockEndpoint(payCheck, ({ only }) => {
    const docs = only === 'gaps' ? gaps : [...shifts];
    return { docs, total: docs.length, gaps: gaps.length };
  });
};

export interface EarningsMocks {
  rows?: readonly Transaction[];
  total?: number;
  inHand?: string;
  withdrawals?: Withdrawal[];
  hasBankDetails?: boolean;
  account?: string | null;
}

export function mockEarnings(given: EarningsMocks = {}) {
  const {
    rows = [transactionOf()],
    total,
    inHand = '100.25',
    withdrawals: listed = [],
    hasBankDetails = true,
    account = '•••4567',
  } = given;
  return {
    payCheck: mockPayCheck(),
    list: mockEndpoint(myEarning, () => ({
      guardWallet: { totalAmount: '712.50', totalWithdrawalAmout: '612.25' },
      earnings: { docs: [...rows], total: total ?? rows.length },
    })),
    summary: mockEndpoint(profileSummary, { totalEarning: '712.50', eWallet: inHand, hoursWorked: '29', rating: 4.5 }),
    withdrawals: mockEndpoint(listWithdrawals, () => ({ docs: [...listed], total: listed.length, hasBankDetails, account })),
  };
}
