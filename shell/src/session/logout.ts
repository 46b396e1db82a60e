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

const keepPictures = {
  title: 'Keep your pictures on this phone?',
  body: 'Pictures of your documents that you chose and have not sent are kept here, so that you can go on later. On a device that others use, remove them.',
  confirm: 'Keep on this phone',
  cancel: 'Remove them',
};

/** What the forms keep of the guard on this device. */
export interface DraftPictures {
  hasPictures(guardId: string): Promise<boolean>;
  dropPictures(guardId: string): Promise<void>;
}

/** Pictures of identity documents stay only if the guard says so. A device that keeps nothing has none. */
async function askAboutPictures(guardId: string, { confirm }: Pick<Portal, 'confirm'>, { hasPictures, dropPictures }: DraftPictures) {
  if ((await hasPictures(guardId).catch(() => false)) && !(await confirm(keepPictures))) await dropPictures(guardId);
}

const isUnsent = ({ state }: WriteEntry) => state === 'on device' || state === 'sending';

/** What a guard should know first: what waits, and that it is not lost. */
function warning(waits: readonly WriteEntry[]): string {
  if (waits.length === 0) return '';
  const names = waits.map(({ what }) => `“${what}”`).join(', ');
  return ` Still waiting to be sent: ${names}. Nothing is lost: this device keeps it, and sends it when you log in here again.`;
}

export interface LogoutParts {
  session: SessionCore;
  portal: Pick<Portal, 'confirm' | 'toast' | 'navigate' | 'outbox'>;
  /** Null when it cannot be loaded: that must hold up nobody who leaves. */
  drafts: () => Promise<DraftPictures | null>;
}

/** Asks, ends the session at the server, then in both stores and every tab (SHELL-20..24, SHELL-44). */
export async function logout({ session, portal, drafts }: LogoutParts): Promise<void> {
  const body = logoutQuestion.body + warning(portal.outbox?.current().filter(isUnsent) ?? []);
  const guardId = session.current()?.guardId;
  if (!(await portal.confirm({ ...logoutQuestion, body, confirm: 'Logout', cancel: 'Cancel' }))) return;
  let said = '';
  try {
    said = (await call(logoutCall as unknown as typeof endpoint, { refreshToken: session.token() ?? '' })).message;
  } catch (error) {
    // A refused token is a session that has ended already: the 401 rule has spoken and moved.
    if (isApiError(error) && error.code === 401) return;
    if (!(await portal.confirm(anyway))) return;
  }
  const kept = guardId ? await drafts() : null;
  try {
    if (guardId && kept) await askAboutPictures(guardId, portal, kept);
  } finally {
    // Whatever became of the pictures: who asked to leave has left.
    session.end();
    portal.toast('success', said);
    portal.navigate(authPaths.login(), { replace: true });
  }
}
