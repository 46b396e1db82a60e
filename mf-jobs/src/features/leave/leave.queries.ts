import type { Input } from '@portal/contracts/_kernel/endpoint';
import { applyLeave } from '@portal/contracts/leave/leave.endpoints';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Failure } from '@portal/mf-kit/portal';
import { useWrite } from '@portal/mf-kit/useWrite';

/** A refusal has its reason; anything else may work the next time. */
const lineOf = ({ code, userMessage }: Failure) => (code >= 400 && code < 500 ? userMessage : leaveMessages.notSaved);

/** Asks for leave. How it failed is one line for the form, no toast (LEAVE-06); that it worked shows on the shift (LEAVE-07). */
export function useApplyLeave() {
  const portal = usePortal();
  const { send, failure } = useWrite(applyLeave);
  const ask = async (request: Input<typeof applyLeave>) => {
    const result = await send(request, { order: request.shiftId });
    if (result.ok) portal.announce(result.message);
    return result;
  };
  return { ask, notSaved: failure && lineOf(failure) };
}
