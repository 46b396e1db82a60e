import { call, isApiError } from '@portal/api-client/call';
import { session as readSession } from '@portal/contracts/auth/auth.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useState } from 'react';

export const RECHECK_MS = 15_000;

/** Reads the session again every 15 s while the page is visible, and hands the guard to the shell. */
export function useApproval(): { unreachable: boolean } {
  const { session } = usePortal();
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const { data } = await call(readSession, {}, { signal: stop.signal });
        setUnreachable(false);
        session.update(data.guard);
      } catch (error) {
        if (!stop.signal.aborted && isApiError(error)) setUnreachable(true);
      }
    };
    void look();
    const timer = setInterval(() => void look(), RECHECK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session]);
  return { unreachable };
}
