import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftOverlay } from '@portal/mf-kit/applyUnsentActions';
import { useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { useQuery } from '@portal/mf-kit/useQuery';

const REFRESH_MS = 60_000;

/** A reader of the shifts that mf-jobs owns: the running shift, else the next one (MYPROFILE-20), as the guard's acts leave it. */
export const useCurrentShift = () =>
  useOptimisticData(
    useQuery(currentShift, { shiftId: undefined }, { refreshMs: REFRESH_MS, follows: ['jobs', 'applications', 'leave'] }),
    shiftOverlay,
  );
