import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteResult } from '@portal/mf-kit/portal';
import { useWrite } from '@portal/mf-kit/useWrite';

/**
 * Sends a visitor's input once and shows the server's message as a toast. Without a reply there is no retry, and the toast explains that.
 * The form marks refused fields.
 */
export function useVisitorWrite<In, Out>(endpoint: Endpoint<In, Out>): (input: In) => Promise<WriteResult<Out>> {
  const portal = usePortal();
  const { send } = useWrite(endpoint);
  return async (input) => {
    const result = await send(input);
    if (result.ok) {
      portal.toast('success', result.message);
      return result;
    }
    const { error } = result;
    portal.toast('error', error.code === 0 ? copy.notSent : error.userMessage);
    return { ok: false, error: { ...error, userMessage: '' } };
  };
}
