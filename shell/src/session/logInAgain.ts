import { call } from '@portal/api-client/call';
import type { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { within } from '@portal/mf-kit/reach';
import type { LogoutParts } from './logout';

/** The guard does not wait longer than that for the server to end what this device forgets anyway. */
const FAREWELL_MS = 3000;

interface Parts extends Pick<LogoutParts, 'session' | 'enter'> {
  toast: LogoutParts['portal']['toast'];
}

/** Ends the session at the server and here, without asking, and goes to login: what the guard just did asks for a new one. `said` stands there. */
export async function logInAgain({ session, toast, enter }: Parts, said: string): Promise<void> {
  session.leave();
  const farewell = call(logoutCall as unknown as typeof endpoint, { refreshToken: session.token() ?? '' });
  await within(FAREWELL_MS, 'the logout', farewell).catch(() => undefined);
  session.end();
  toast('success', said);
  enter(authPaths.login());
}
