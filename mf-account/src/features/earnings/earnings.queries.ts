import { myEarning, type profileEarningTabs } from '@portal/contracts/earnings/earnings.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

const LATEST = 3;

export type EarningType = (typeof profileEarningTabs)[number]['type'];

/** The guard's latest transactions of one kind; undefined is every kind. The last list stays while another tab is read. */
export const useLatestEarnings = (guardId: string, type: EarningType) =>
  useQuery(myEarning, { guardId, limit: LATEST, page: 1, type }, { keepPrevious: true });
