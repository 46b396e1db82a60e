import { call, isApiError } from '@portal/api-client/call';
import type { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { logoutCall, logoutQuestion } from '@portal/contracts/auth/auth.session';
import type { Portal, WriteEntry } from '@portal/mf-kit/portal';
import type { SessionCore } from './session';

const anyway = {
  title: 'Log out on this device anyway?',
  body: 'We could not reach the portal to end your session there. This device can forget it now.',
  confirm: 'Log out here',
  cancel: 'Stay logged in',
};

const isUnsent = ({ state }: WriteEntry) => state === 'on device' || state === 'sending';

/** What a guard should know first: what waits, and that it is not lost. */
function warning(waits: readonly WriteEntry[]): string {
  if (waits.length === 0) return '';
  const names = waits.map(({ what }) => `“${what}”`).join(', ');
  return ` Still waiting to be sent: ${names}. Nothing is lost: this device keeps it, and sends it when you log in here again.`;
}

/** Asks, ends the session at the server, then in both stores and every tab (SHELL-20..24, SHELL-44). */
export async function logout(session: SessionCore, portal: Pick<Portal, 'confirm' | 'toast' | 'navigate' | 'outbox'>): Promise<void> {
  const body = logoutQuestion.body + warning(portal.outbox?.current().filter(isUnsent) ?? []);
  if (!(await portal.confirm({ ...logoutQuestion, body, confirm: 'Logout', cancel: 'Cancel' }))) return;
  try {
    const { message } = await call(logoutCall as unknown as typeof endpoint, { refreshToken: session.token() ?? '' });
    session.end();
    portal.toast('success', message);
  } catch (error) {
    // A refused token is a session that has ended already: the 401 rule has spoken and moved.
    if (isApiError(error) && error.code === 401) return;
    if (!(await portal.confirm(anyway))) return;
    session.end();
  }
  portal.navigate(authPaths.login(), { replace: true });
}
