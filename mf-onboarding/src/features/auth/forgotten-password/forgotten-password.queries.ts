import { forgotPassword, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

/** A refusal that names no field of the form shows in the screen's red alert. */
export const useAskForReset = () => useWrite(forgotPassword);
export const useReset = () => useWrite(resetPassword);

/** The success of a screen that then returns to login: its words stay in a toast, which outlives the screen. */
export function useReturnToLogin(afterMs: number): { isLeaving: boolean; leave: (words: string) => void } {
  const portal = usePortal();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => portal.navigate(authPaths.login(), { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [isLeaving, afterMs, portal]);
  const leave = (words: string) => {
    portal.toast('success', words);
    setLeaving(true);
  };
  return { isLeaving, leave };
}
