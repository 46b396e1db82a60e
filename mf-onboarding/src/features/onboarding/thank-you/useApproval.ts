import { call, isApiError } from '@portal/api-client/call';
import { session as readSession } from '@portal/contracts/auth/auth.endpoints';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { readUntilUnchanged } from '@portal/mf-kit/guardRefresh';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PortalSession } from '@portal/mf-kit/portal';
import { useEffect, useState } from 'react';

export const RECHECK_MS = 10_000;

const stepOf = (session: Pick<PortalSession, 'current'>) => {
  const guard = session.current()?.guard;
  return guard && nextStep(guard).step;
};

/** Announces the approval, whether this page, the socket or another tab received it. The shell then opens the next step immediately. */
function useApprovalToast(): void {
  const { session, toast } = usePortal();
  useEffect(() => {
    let before = stepOf(session);
    return session.subscribe(() => {
      const step = stepOf(session);
      if (before === 'approval' && step === 'done') toast('success', thankYouCopy.approved);
      if (before === 'licence' && step === 'privacy') toast('success', thankYouCopy.licenceRecorded);
      before = step;
    });
  }, [session, toast]);
}

/**
 * Reads the session every 10 seconds while the page is visible, and passes the guard to the shell. `hasFailed`: the server could not answer the
 * last read. The shell itself shows a lost connection.
 */
export function useApproval(): { hasFailed: boolean } {
  const { session } = usePortal();
  const [hasFailed, setHasFailed] = useState(false);
  useApprovalToast();
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const { data } = await readUntilUnchanged(session, () => call(readSession, {}, { signal: stop.signal }));
        setHasFailed(false);
        session.update(data.guard);
      } catch (error) {
        if (!stop.signal.aborted) setHasFailed(isApiError(error) && error.code >= 500);
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
  return { hasFailed };
}
