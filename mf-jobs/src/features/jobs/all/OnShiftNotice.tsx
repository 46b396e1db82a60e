import { localTime } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import type { Above } from '@portal/mf-kit/PagedList';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { isWorked, useCurrentShift } from '../../shifts/shifts.queries';

/** Stands above a list of jobs, and comes with it. */
export function useOnShiftNotice(): Above {
  const query = useCurrentShift();
  return { query, shown: <OnShiftNotice shift={query.data.shift ?? null} /> };
}

/** Leads to On Job while a shift is worked, and from the moment that it can be arrived at. */
export function OnShiftNotice({ shift }: { shift: WorkedShift | null }) {
  const portal = usePortal();
  if (!shift) return null;
  const isNear = shift.state === 'awarded' && portal.now().getTime() >= Date.parse(shift.arriveFrom);
  if (!isWorked(shift) && !isNear) return null;
  return (
    <Banner kind="info" actions={<ButtonLink href={jobsPaths.onJob()}>On Job</ButtonLink>}>
      {isWorked(shift)
        ? `You are on shift: ${shift.jobTitle}`
        : `At ${localTime(shift.startTime, shift.timeZone)} your shift begins: ${shift.jobTitle}`}
    </Banner>
  );
}
