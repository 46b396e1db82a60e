import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { useOverlay } from '@portal/mf-kit/useOverlay';
import { useQuery } from '@portal/mf-kit/useQuery';
import { shiftOverlay } from '@portal/mf-kit/withWaiting';

const REFRESH_MS = 60_000;

/** A reader of the shifts that mf-jobs owns: the running shift, else the next one (MYPROFILE-20), as the guard's acts leave it. */
export const useCurrentShift = () =>
  useOverlay(
    useQuery(currentShift, { shiftId: undefined }, { refreshMs: REFRESH_MS, follows: ['jobs', 'applications', 'leave'] }),
    shiftOverlay,
  );
