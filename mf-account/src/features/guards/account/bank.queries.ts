import type { Input } from '@portal/contracts/_kernel/endpoint';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';

/** A refusal is a toast in the server's words, besides what it marks (BANK-21); without an answer there are none, and our own are said. */
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
