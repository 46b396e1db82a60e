import { limits } from '@portal/contracts/_kernel/limits';
import { type earningFilters, myEarning, type profileEarningTabs } from '@portal/contracts/earnings/earnings.endpoints';
import { withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import { listWithdrawals, requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { lineOf } from '@portal/mf-kit/failure';
import { newKey } from '@portal/mf-kit/newKey';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useRef } from 'react';

const LATEST = 3;

export type EarningType = (typeof profileEarningTabs)[number]['type'];

/** The guard's latest transactions of one kind; undefined is every kind. The last list stays while another tab is read. */
export const useLatestEarnings = (guardId: string, type: EarningType) =>
  useQuery(myEarning, { guardId, limit: LATEST, page: 1, type }, { keepPrevious: true });

/** What narrows the list on /withdraw; days are civil dates at the sites. */
export interface EarningFilter {
  type: (typeof earningFilters)[number]['type'];
  from: string | undefined;
  to: string | undefined;
}

/** One page of the guard's transactions, latest first; the last page stays while the next one is read. */
export function useTransactions(guardId: string, page: number, filter: EarningFilter) {
  const query = useQuery(myEarning, { guardId, limit: limits.pageSize, page, ...filter }, { keepPrevious: true });
  return query.hasData ? { ...query, data: query.data.earnings } : { ...query, data: { docs: [], total: 0 } };
}

/** The very totals of the profile (EARN-19). */
export const useWallet = (guardId: string) => useQuery(profileSummary, { id: guardId }, { follows: ['earnings'] });

/** The latest withdrawals; an open one is always among them. */
export const useWithdrawals = () => useQuery(listWithdrawals, { page: 1, limit: LATEST });

/** Asks for a withdrawal. The same amount told again after no answer is the same act, never a second withdrawal. */
export function useWithdraw() {
  const { send, failure } = useWrite(requestWithdrawal);
  const last = useRef<{ key: string; amount: string } | null>(null);
  const ask = (amount: string) => {
    if (last.current?.amount !== amount) last.current = { key: newKey(), amount };
    return send({ amount }, { key: last.current.key });
  };
  return { ask, notSaved: failure && lineOf(failure, withdrawMessages.notSaved) };
}
