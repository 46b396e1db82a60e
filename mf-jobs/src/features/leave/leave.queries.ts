import { localDay } from '@portal/contracts/_kernel/formats';
import type { JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { leaveMessages, leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { optimisticUpdate } from '@portal/mf-kit/useOptimisticData';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useWrite } from '@portal/mf-kit/useWrite';
import type { Tone } from '@portal/ui/StatusChip';
import { hasBegunHere } from '../shifts/shifts.queries';

const REQUESTED = 0;

interface LeaveRequest {
  leaveTitle: number;
  leaveDescription?: string | undefined;
}

/**
 * Requests leave. Without a reply the request stays in the outbox. A refusal is one line of the form without a toast (LEAVE-06). The shift
 * shows a success or a queued request (LEAVE-07).
 */
export function useApplyLeave(jobId: string, { shiftId, shiftDate, startTime, timeZone }: Shift) {
  const portal = usePortal();
  const { sendOrQueue, failure } = useWrite(applyLeave);
  const ask = async (request: LeaveRequest) => {
    const durable = { what: `Leave: ${localDay(startTime, timeZone)}` };
    const result = await sendOrQueue({ ...request, jobId, shiftId, shiftDate }, { order: shiftId, validUntil: startTime, durable });
    if (result.ok) portal.announce(result.kept ? leaveMessages.kept : result.message);
    return result;
  };
  return { ask, notSaved: failure && failureText(failure, leaveMessages.notSaved) };
}

/** Shows a sent request on its shift until the job is read again (LEAVE-07). */
export const leaveOverlay = optimisticUpdate(
  applyLeave,
  (job: JobDetail, { shiftId, leaveTitle }, state): JobDetail =>
    state === 'sent'
      ? {
          ...job,
          upcomingShifts: job.upcomingShifts.map((shift) =>
            shift.shiftId === shiftId && !shift.leave
              ? { ...shift, state: 'leave-requested', leave: { status: REQUESTED, leaveTitle } }
              : shift,
          ),
        }
      : job,
);

const tones: Readonly<Record<number, Tone>> = { 0: 'warning', 1: 'success', 2: 'danger' };

/** The state of a request that the server does not have: queued, in flight, or refused after it was queued. */
function unsentText({ state, failure }: WriteEntry): string {
  if (state === 'failed') return failure?.userMessage ?? leaveMessages.notSaved;
  return state === 'sending' ? leaveMessages.sending : leaveMessages.kept;
}

/** The leave of a shift: `chip` is the server's state, `line` describes a request that the server does not have yet. */
export function useLeaveOf({ shiftId, leave, state, phase }: Shift) {
  const entries = useOutboxEntries(shiftId);
  const entry = entries.findLast(({ endpointId, state }) => endpointId === applyLeave.id && state !== 'sent');
  const unsent = leave ? undefined : entry;
  const isRefused = unsent?.state === 'failed';
  return {
    chip: leave && { tone: tones[leave.status] ?? 'neutral', words: leaveStatuses[leave.status] },
    line: unsent && { tone: isRefused ? ('danger' as const) : ('quiet' as const), words: unsentText(unsent) },
    isAskable: state === 'awarded' && phase !== 'ongoing' && !hasBegunHere(entries) && !leave && (!unsent || isRefused),
  };
}
