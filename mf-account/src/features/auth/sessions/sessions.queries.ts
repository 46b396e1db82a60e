import { copy } from '@portal/contracts/_kernel/copy';
import { endOtherSessions, endSession, listSessions } from '@portal/contracts/auth/auth.sessions';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteResult } from '@portal/mf-kit/portal';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

export const useSessions = () => useQuery(listSessions, {});

/** Signs out one device or all others and announces it. A refusal is a toast with the server's message. */
export function useSignOut() {
  const portal = usePortal();
  const one = useWrite(endSession);
  const others = useWrite(endOtherSessions);
  const said = async (sent: Promise<WriteResult<unknown>>) => {
    const result = await sent;
    if (result.ok) portal.toast('success', result.message);
    else portal.toast('error', failureText(result.error, result.error.code === 0 ? result.error.userMessage : copy.somethingWrong));
  };
  return {
    busy: one.busy || others.busy,
    signOut: (sessionId: string) => said(one.send({ sessionId })),
    async signOutOthers(count: number) {
      const isSure = await portal.confirm({
        title: 'Sign out all other devices?',
        body: `${count === 1 ? 'One other device has' : `${count} other devices have`} to log in again. Anything unsent stays on that device.`,
        confirm: 'Sign out',
        cancel: 'Cancel',
      });
      if (isSure) await said(others.send({}));
    },
  };
}
