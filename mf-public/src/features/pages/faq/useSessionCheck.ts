import { call } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { sessionCall } from '@portal/contracts/auth/auth.session';
import { readUntilUnchanged } from '@portal/mf-kit/guardRefresh';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect } from 'react';

const OK = 200;

/**
 * Checks once whether the session of a guard is still valid. The shell applies the reply. A refusal ends the session silently, because this
 * page needs none (PUBLIC-FAQ-07).
 */
export function useSessionCheck(): void {
  const { session, telemetry } = usePortal();
  useEffect(() => {
    if (!session.current()) return;
    readUntilUnchanged(session, () => call(sessionCall as unknown as Endpoint<object, { guard: Guard }>, {})).then(
      ({ code, data }) => {
        if (code === OK) session.update(data.guard);
      },
      (error: Error) => telemetry({ event: 'session check', detail: error.message }),
    );
  }, [session, telemetry]);
}
