import { callFile } from '@portal/api-client/call';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { type earningFilters, myEarning, type profileEarningTabs } from '@portal/contracts/earnings/earnings.endpoints';
import {
  earningQuarters,
  earningTotals,
  type PeriodKind,
  payCheck,
  statement,
  statementName,
} from '@portal/contracts/earnings/earnings.reports';
import { withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import { listWithdrawals, requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { failureText } from '@portal/mf-kit/failure';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { download } from '@portal/ui/download';

const LATEST = 3;

export type EarningType = (typeof profileEarningTabs)[number]['type'];

/** The guard's latest transactions of one kind; undefined means every kind. The previous list stays while another tab is read. */
export const useLatestEarnings = (guardId: string, type: EarningType) =>
  useQuery(myEarning, { guardId, limit: LATEST, page: 1, type }, { keepPrevious: true });

/** The filter of the list on /withdraw; days are civil dates at the sites. */
export interface EarningFilter {
  type: (typeof earningFilters)[number]['type'];
  from: string | undefined;
  to: string | undefined;
}

/** One page of the guard's transactions, latest first; the previous page stays while the next one is read. */
export function useTransactions(guardId: string, page: number, filter: EarningFilter) {
  const query = useQuery(myEarning, { guardId, limit: limits.pageSize, page, ...filter }, { keepPrevious: true });
  return query.hasData ? { ...query, data: query.data.earnings } : { ...query, data: { docs: [], total: 0 } };
}

/** The same totals as on the profile (EARN-19). */
export const useWallet = (guardId: string) => useQuery(profileSummary, { id: guardId }, { follows: ['earnings'] });

/** The latest withdrawals; the API always includes an open one. */
export const useWithdrawals = () => useQuery(listWithdrawals, { page: 1, limit: LATEST }, { follows: ['guards'] });

/** Requests a withdrawal. If the same amount is sent again without a reply, it keeps its key and can never be a second withdrawal. */
export function useWithdraw() {
  const { send, failure } = useWrite(requestWithdrawal);
  const keyOf = useIdempotencyKey<string>();
  const ask = (amount: string) => send({ amount }, { key: keyOf(amount) });
  return { ask, notSaved: failure && failureText(failure, withdrawMessages.notSaved) };
}

/** The credits of each of the last twelve weeks or months. The previous chart stays while the other one is read. */
export const useTotals = (by: PeriodKind) => useQuery(earningTotals, { by }, { keepPrevious: true });

export const useQuarters = () => useQuery(earningQuarters, {});

/** One page of the ended shifts with their expected pay; with `gaps` only the shifts that paid less. */
export const usePayCheck = (page: number, only: 'gaps' | undefined) =>
  useQuery(payCheck, { page, limit: limits.pageSize, only }, { keepPrevious: true, follows: ['shifts'] });

/** The latest shift that paid less than expected, and the number of such shifts. */
export const useLatestGap = () => useQuery(payCheck, { page: 1, limit: 1, only: 'gaps' }, { follows: ['shifts'] });

/** Downloads a statement with the session and saves it on the device. Rejects like a call. */
export async function saveStatement(input: Input<typeof statement>): Promise<void> {
  const file = await callFile(statement, input);
  download(file, file.type, statementName(input));
}
