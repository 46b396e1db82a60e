import { localDay } from '@portal/contracts/_kernel/formats';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Failure, WriteEntry } from '@portal/mf-kit/portal';
import { useWaiting } from '@portal/mf-kit/useWaiting';
import { useWrite } from '@portal/mf-kit/useWrite';

/** What is asked, with or without words of one's own. */
interface Asked {
  leaveTitle: number;
  leaveDescription?: string | undefined;
}

/** A refusal has its reason; anything else may work the next time. */
const lineOf = ({ code, userMessage }: Failure) => (code >= 400 && code < 500 ? userMessage : leaveMessages.notSaved);

/**
 * Asks for leave. Without an answer the request waits on the device; how it was refused is one line for the form, no toast
 * (LEAVE-06); that it worked, or waits, shows on the shift (LEAVE-07).
 */
export function useApplyLeave(jobId: string, { shiftId, shiftDate, startTime }: Shift) {
  const portal = usePortal();
  const { keep, failure } = useWrite(applyLeave);
  const ask = async (asked: Asked) => {
    const durable = { what: `Leave: ${localDay(startTime)}` };
    const result = await keep({ ...asked, jobId, shiftId, shiftDate }, { order: shiftId, validUntil: startTime, durable });
    if (result.ok) portal.announce(result.kept ? leaveMessages.kept : result.message);
    return result;
  };
  return { ask, notSaved: failure && lineOf(failure) };
}

/** The leave request for a shift that the server does not have: on the device, under way, or refused after it had waited. */
export function useUnsentLeave(shiftId: string): WriteEntry | null {
  return useWaiting(shiftId).findLast(({ endpointId, state }) => endpointId === applyLeave.id && state !== 'sent') ?? null;
}
