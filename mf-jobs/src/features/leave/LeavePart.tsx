import { localDay } from '@portal/contracts/_kernel/formats';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { StatusChip } from '@portal/ui/StatusChip';
import { useLeaveOf } from './leave.queries';

/** The state of a shift's leave. With `isAhead` it includes requests that the server does not have yet. */
export function LeaveStatus({ shift, isAhead }: { shift: Shift; isAhead: boolean }) {
  const { chip, line } = useLeaveOf(shift);
  return (
    <>
      {chip && <StatusChip tone={chip.tone}>{chip.words}</StatusChip>}
      {isAhead && <Status tone={line?.tone}>{line?.words}</Status>}
    </>
  );
}

/** The row's button while leave can be requested. When it disappears, the focus moves to the row's heading. */
export function AskLeave({ shift, ask }: { shift: Shift; ask(shift: Shift): void }) {
  const { isAskable } = useLeaveOf(shift);
  if (!isAskable) return null;
  return (
    <Button
      variant="secondary"
      aria-label={`${leaveMessages.apply}, ${localDay(shift.startTime, shift.timeZone)}`}
      onClick={() => ask(shift)}
    >
      {leaveMessages.apply}
    </Button>
  );
}
