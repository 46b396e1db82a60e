import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftOverlay } from '@portal/mf-kit/applyUnsentActions';
import { useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { useQuery } from '@portal/mf-kit/useQuery';

const REFRESH_MS = 60_000;

/** The running shift, else the next one (MYPROFILE-20), with the guard's own writes applied. mf-jobs owns this domain. */
export const useCurrentShift = () =>
  useOptimisticData(
    useQuery(currentShift, { shiftId: undefined }, { refreshMs: REFRESH_MS, follows: ['jobs', 'applications', 'leave'] }),
    shiftOverlay,
  );
