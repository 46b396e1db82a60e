import { forgotPassword, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

/** A refusal without a field of the form appears in the screen's red alert. */
export const useAskForReset = () => useWrite(forgotPassword);
export const useReset = () => useWrite(resetPassword);

/** After a success the screen returns to login. The message is a toast, which survives the screen. */
export function useReturnToLogin(afterMs: number): { isLeaving: boolean; leaveWithMessage: (words: string) => void } {
  const portal = usePortal();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => portal.navigate(authPaths.login(), { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [isLeaving, afterMs, portal]);
  const leaveWithMessage = (words: string) => {
    portal.toast('success', words);
    setLeaving(true);
  };
  return { isLeaving, leaveWithMessage };
}
