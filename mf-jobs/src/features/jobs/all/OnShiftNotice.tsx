import { localTime } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { isWorked, useCurrentShift } from '../../shifts/shifts.queries';

/** Leads to On Job while a shift is worked, and from the moment that it can be arrived at. */
export function OnShiftNotice() {
  const portal = usePortal();
  const { shift } = useCurrentShift().data;
  if (!shift) return null;
  const isNear = shift.state === 'awarded' && portal.now().getTime() >= Date.parse(shift.arriveFrom);
  if (!isWorked(shift) && !isNear) return null;
  return (
    <Banner kind="info" actions={<ButtonLink href={jobsPaths.onJob()}>On Job</ButtonLink>}>
      {isWorked(shift) ? `You are on shift: ${shift.jobTitle}` : `At ${localTime(shift.startTime)} your shift begins: ${shift.jobTitle}`}
    </Banner>
  );
}
