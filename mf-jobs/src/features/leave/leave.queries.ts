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

/** What is asked, with or without words of one's own. */
interface Asked {
  leaveTitle: number;
  leaveDescription?: string | undefined;
}

/**
 * Asks for leave. Without an answer the request waits on the device; how it was refused is one line for the form, no toast
 * (LEAVE-06); that it worked, or waits, shows on the shift (LEAVE-07).
 */
export function useApplyLeave(jobId: string, { shiftId, shiftDate, startTime, timeZone }: Shift) {
  const portal = usePortal();
  const { sendOrQueue: keep, failure } = useWrite(applyLeave);
  const ask = async (asked: Asked) => {
    const durable = { what: `Leave: ${localDay(startTime, timeZone)}` };
    const result = await keep({ ...asked, jobId, shiftId, shiftDate }, { order: shiftId, validUntil: startTime, durable });
    if (result.ok) portal.announce(result.kept ? leaveMessages.kept : result.message);
    return result;
  };
  return { ask, notSaved: failure && failureText(failure, leaveMessages.notSaved) };
}

/** A request that the server has heard stands on its shift until the job was read again (LEAVE-07). */
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

/** Where a request is that the server does not have: on the device, under way, or refused after it had waited. */
function unsentWords({ state, failure }: WriteEntry): string {
  if (state === 'failed') return failure?.userMessage ?? leaveMessages.notSaved;
  return state === 'sending' ? leaveMessages.sending : leaveMessages.kept;
}

/** How leave stands for a shift: `chip` as the server has it, `line` what it does not have yet, and whether it can be asked for. */
export function useLeaveOf({ shiftId, leave, state, phase }: Shift) {
  const entries = useOutboxEntries(shiftId);
  const entry = entries.findLast(({ endpointId, state }) => endpointId === applyLeave.id && state !== 'sent');
  const unsent = leave ? undefined : entry;
  const isRefused = unsent?.state === 'failed';
  return {
    chip: leave && { tone: tones[leave.status] ?? 'neutral', words: leaveStatuses[leave.status] },
    line: unsent && { tone: isRefused ? ('danger' as const) : ('quiet' as const), words: unsentWords(unsent) },
    isAskable: state === 'awarded' && phase !== 'ongoing' && !hasBegunHere(entries) && !leave && (!unsent || isRefused),
  };
}
