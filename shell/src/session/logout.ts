import { call, isApiError } from '@portal/api-client/call';
import type { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { logoutCall, logoutQuestion } from '@portal/contracts/auth/auth.session';
import type { Portal, WriteEntry } from '@portal/mf-kit/portal';
import { within } from '@portal/mf-kit/reach';
import { isUnsent } from '@portal/mf-kit/useWaiting';
import type { ShellOutbox } from '../outbox/outbox';
import type { SessionCore } from './session';

/** A device that has not answered by then holds up nobody who leaves. */
const DEVICE_MS = 1000;

const anyway = {
  title: 'Log out on this device anyway?',
  body: 'We could not reach the portal to end your session there. This device can forget it now.',
  confirm: 'Log out here',
  cancel: 'Stay logged in',
};

const keepPictures = {
  title: 'Keep your pictures on this phone?',
  body: 'Pictures of your documents that you chose and have not sent are kept here, so that you can go on later. On a device that others use, remove them.',
  confirm: 'Remove them',
  cancel: 'Keep on this phone',
  danger: true,
} as const;

/** What the forms keep of the guard on this device. */
export interface DraftPictures {
  hasPictures(guardId: string): Promise<boolean>;
  dropPictures(guardId: string): Promise<void>;
}

const namesOf = (entries: readonly WriteEntry[]): string => entries.map(({ what }) => `“${what}”`).join(', ');
const withFiles = (entries: readonly WriteEntry[]) => entries.filter(({ bytes, state }) => bytes && state !== 'sent');

/** The same, where something with files was not sent: removed, it never is. */
const keepFiles = (waits: readonly WriteEntry[]) => ({
  ...keepPictures,
  title: 'Keep your files on this phone?',
  body: `Files that you have not sent are kept here, so that they go out later. If you remove them, these are never sent: ${namesOf(waits)}. On a device that others use, remove them.`,
});

/**
 * Pictures of identity documents, and files that wait, go only if the guard says so: whoever closes the question, or presses Enter on what
 * has the focus, loses nothing that was not sent. A device that keeps nothing has none. What belongs to a session that was begun meanwhile
 * is neither asked about nor removed.
 */
async function askAboutPictures({ guardId, atFirst, isAnother }: Leaving, { session, portal, outbox, drafts }: Omit<LogoutParts, 'enter'>) {
  if (guardId === undefined || isAnother()) return;
  // Of a session that has ended meanwhile the outbox shows nothing.
  const entries = session.current()?.guardId === guardId ? outbox.current() : atFirst;
  const waits = withFiles(entries);
  const kept = await drafts();
  const hasPictures = kept !== null && (await within(DEVICE_MS, 'the pictures', kept.hasPictures(guardId)).catch(() => false));
  if (!hasPictures && waits.length === 0) return;
  if (!(await portal.confirm(waits.length > 0 ? keepFiles(waits) : keepPictures)) || isAnother()) return;
  const gone = [hasPictures && kept.dropPictures(guardId), ...waits.map(({ key }) => outbox.remove(guardId, key))];
  await within(DEVICE_MS, 'the pictures', Promise.all(gone)).catch(() =>
    portal.toast('error', 'Your pictures could not be removed from this phone.'),
  );
}

/** What a guard should know first: what waits, and that it is not lost. */
function warning(waits: readonly WriteEntry[]): string {
  if (waits.length === 0) return '';
  return ` Still waiting to be sent: ${namesOf(waits)}. Nothing is lost: this device keeps it, and sends it when you log in here again.`;
}

/** Who leaves, and what the outbox had of theirs when they began to. */
interface Leaving {
  guardId: string | undefined;
  atFirst: readonly WriteEntry[];
  /** While a question stands here the session may end in another tab, and the guard log in anew: that one is not what they are leaving. */
  isAnother(): boolean;
}

export interface LogoutParts {
  session: SessionCore;
  portal: Pick<Portal, 'confirm' | 'toast'>;
  outbox: Pick<ShellOutbox, 'current' | 'remove'>;
  /** Goes there without asking about what stands in the forms. */
  enter: (to: string) => void;
  /** Null when it cannot be loaded: that must hold up nobody who leaves. */
  drafts: () => Promise<DraftPictures | null>;
}

/** Asks, ends the session at the server, then in both stores and every tab (SHELL-20..24, SHELL-44). */
export async function logout({ session, portal, outbox, enter, drafts }: LogoutParts): Promise<void> {
  const token = session.token();
  const isAnother = () => session.token() !== null && session.token() !== token;
  const leaving = { guardId: session.current()?.guardId, atFirst: outbox.current(), isAnother };
  const body = logoutQuestion.body + warning(leaving.atFirst.filter(isUnsent));
  if (!(await portal.confirm({ ...logoutQuestion, body, confirm: 'Logout', cancel: 'Cancel' })) || isAnother()) return;
  let said = '';
  const stay = session.leave();
  try {
    said = (await call(logoutCall as unknown as typeof endpoint, { refreshToken: token ?? '' })).message;
  } catch (error) {
    // A refused token is a session that has ended already: the 401 rule has spoken and moved.
    if (isApiError(error) && error.code === 401) {
      await askAboutPictures(leaving, { session, portal, outbox, drafts });
      return stay();
    }
    if (!(await portal.confirm(anyway))) return stay();
  }
  await askAboutPictures(leaving, { session, portal, outbox, drafts });
  if (isAnother()) return stay();
  session.end();
  portal.toast('success', said);
  enter(authPaths.login());
}
