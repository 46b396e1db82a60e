import type { Input } from '@portal/contracts/_kernel/endpoint';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';

/** A refusal is a toast with the server's message, in addition to marked fields (BANK-21). Without a reply the toast has our own text. */
export function useSaveBank() {
  const portal = usePortal();
  const { send } = useWrite(saveBank);
  return async (input: Input<typeof saveBank>) => {
    const result = await send(input);
    if (result.ok) portal.toast('success', result.message);
    else portal.toast('error', result.error.code === 0 ? result.error.userMessage : result.error.message);
    return result;
  };
}
