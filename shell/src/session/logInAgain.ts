import { call } from '@portal/api-client/call';
import type { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import { loginPath } from '@portal/mf-kit/pageLayout';
import type { LogoutDeps } from './logout';

/** The guard does not wait longer for the server to end a session that this device forgets in any case. */
const END_MS = 3000;

interface Deps extends Pick<LogoutDeps, 'session' | 'redirect'> {
  toast: LogoutDeps['portal']['toast'];
}

/** Ends the session at the server and here without a question, and goes to the login page, where `text` is shown. Loads no other file. */
export async function endSessionAndLogIn({ session, toast, redirect }: Deps, text: string): Promise<void> {
  session.beginLogout();
  const ended = call(logoutCall as unknown as typeof endpoint, { refreshToken: session.token() ?? '' });
  await withDeadline(END_MS, 'the logout', ended).catch(() => undefined);
  session.end();
  toast('success', text);
  redirect(loginPath);
}
