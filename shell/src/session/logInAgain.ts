import { call } from '@portal/api-client/call';
import type { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import type { LogoutDeps } from './logout';

/** The guard does not wait longer than that for the server to end what this device forgets anyway. */
const FAREWELL_MS = 3000;

interface Parts extends Pick<LogoutDeps, 'session' | 'enter'> {
  toast: LogoutDeps['portal']['toast'];
}

/** Ends the session at the server and here, without asking, and goes to login: what the guard just did asks for a new one. `said` stands there. */
export async function logInAgain({ session, toast, enter }: Parts, said: string): Promise<void> {
  session.beginLogout();
  const farewell = call(logoutCall as unknown as typeof endpoint, { refreshToken: session.token() ?? '' });
  await withDeadline(FAREWELL_MS, 'the logout', farewell).catch(() => undefined);
  session.end();
  toast('success', said);
  enter(authPaths.login());
}
