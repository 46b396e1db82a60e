import { localTime } from '@portal/contracts/_kernel/formats';
import { isOnShift } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { Above } from '@portal/mf-kit/PagedList';
import { useNow } from '@portal/mf-kit/useNow';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { useCurrentShift } from '../../shifts/shifts.queries';

/** Stands above a list of jobs, and comes with it. */
export function useOnShiftNotice(): Above {
  const query = useCurrentShift();
  return { query, shown: <OnShiftNotice shift={query.data.shift ?? null} /> };
}

/** Leads to On Job while a shift is worked, and from the moment that it can be arrived at. */
export function OnShiftNotice({ shift }: { shift: WorkedShift | null }) {
  const now = useNow(60_000);
  if (!shift) return null;
  const isNear = shift.state === 'awarded' && now !== null && now >= Date.parse(shift.arriveFrom);
  if (!isOnShift(shift.state) && !isNear) return null;
  return (
    <Banner kind="info" actions={<ButtonLink href={jobsPaths.onJob()}>On Job</ButtonLink>}>
      {isOnShift(shift.state)
        ? `You are on shift: ${shift.jobTitle}`
        : `${shift.jobTitle}: your shift starts at ${localTime(shift.startTime, shift.timeZone)}`}
    </Banner>
  );
}
