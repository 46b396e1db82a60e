import { call, isApiError } from '@portal/api-client/call';
import type { logout as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { logoutCall, logoutQuestion } from '@portal/contracts/auth/auth.session';
import { beforeLogout } from '@portal/mf-kit/beforeLogout';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import { loginPath } from '@portal/mf-kit/pageLayout';
import type { Portal, WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import type { PageOutbox } from '../outbox/outbox';
import type { SessionCore } from './session';

/** A logout does not wait longer for the device's storage. */
const DEVICE_MS = 1000;

const offlineLogoutQuestion = {
  title: 'Log out on this device anyway?',
  body: 'We could not reach the portal to end your session. You can still log out on this device.',
  confirm: 'Log out here',
  cancel: 'Stay logged in',
};

const keepFilesAnswers = { confirm: 'Remove them', cancel: 'Keep on this phone', danger: true } as const;

/** The drafts of the forms on this device. */
export interface DraftStorage {
  hasDrafts(guardId: string): Promise<boolean>;
  /** Destroys the keys and the drafts. */
  forgetGuard(guardId: string): Promise<void>;
}

const namesOf = (entries: readonly WriteEntry[]): string => entries.map(({ what }) => `“${what}”`).join(', ');
const withFiles = (entries: readonly WriteEntry[]) => entries.filter(({ bytes, state }) => bytes && state !== 'sent');

const keepFiles = (waiting: readonly WriteEntry[]) => ({
  ...keepFilesAnswers,
  title: 'Keep your files on this phone?',
  body: `Files you have not sent are kept here, so we can send them later. If you remove them, these are never sent: ${namesOf(waiting)}. On a shared device, remove them.`,
});

type Deps = Omit<LogoutDeps, 'redirect'>;

/** Removes unsent files only if the guard confirms it: closing the question, or Enter on its focus, loses nothing. */
async function askAboutFiles({ guardId, atFirst, isOtherSession }: LogoutContext, { session, portal, outbox }: Deps) {
  if (guardId === undefined || isOtherSession()) return;
  // After the session has ended, the outbox lists nothing.
  const waiting = withFiles(session.current()?.guardId === guardId ? outbox.current() : atFirst);
  if (waiting.length === 0 || !(await portal.confirm(keepFiles(waiting))) || isOtherSession()) return;
  await withDeadline(DEVICE_MS, 'the files', Promise.all(waiting.map(({ key }) => outbox.remove(guardId, key)))).catch(() =>
    portal.toast('error', 'Your files could not be removed from this phone.'),
  );
}

/** Destroys the drafts of the guard and their keys on this device. */
async function forgetDrafts({ guardId, isOtherSession }: LogoutContext, { portal, drafts }: Deps) {
  if (guardId === undefined || isOtherSession()) return;
  const store = await drafts();
  await withDeadline(DEVICE_MS, 'the drafts', store ? store.forgetGuard(guardId) : Promise.reject(new Error('No drafts module'))).catch(
    () => portal.toast('error', 'Your drafts could not be removed from this phone.'),
  );
}

async function hasDrafts(guardId: string | undefined, { drafts }: Deps): Promise<boolean> {
  const store = guardId === undefined ? null : await drafts();
  return store !== null && guardId !== undefined && withDeadline(DEVICE_MS, 'the drafts', store.hasDrafts(guardId)).catch(() => false);
}

const draftsWarning = ' Unsent text in forms is removed from this device.';

/** Names the waiting writes, which the device keeps. */
function warning(waiting: readonly WriteEntry[]): string {
  if (waiting.length === 0) return '';
  return ` Still waiting to be sent: ${namesOf(waiting)}. Nothing is lost: this device keeps it, and sends it when you log in here again.`;
}

/** The guard at the start of the logout, and their outbox. */
interface LogoutContext {
  guardId: string | undefined;
  atFirst: readonly WriteEntry[];
  /** During a question, another tab may end the session and begin another. The logout must leave that one alone. */
  isOtherSession(): boolean;
}

export interface LogoutDeps {
  session: SessionCore;
  portal: Pick<Portal, 'confirm' | 'toast'>;
  outbox: Pick<PageOutbox, 'current' | 'remove'>;
  /** Goes there without a question about unsaved input. */
  redirect: (to: string) => void;
  /** Resolves with null if the code cannot be loaded: a logout does not wait for it. */
  drafts: () => Promise<DraftStorage | null>;
}

/** Ends the session after a confirmation: at the server, in both stores and in every tab (SHELL-20..24, SHELL-44). */
export async function logout({ redirect, ...deps }: LogoutDeps): Promise<void> {
  const { session, portal, outbox } = deps;
  const token = session.token();
  const isOtherSession = () => session.token() !== null && session.token() !== token;
  const leaving = { guardId: session.current()?.guardId, atFirst: outbox.current(), isOtherSession };
  const drafts = (await hasDrafts(leaving.guardId, deps)) ? draftsWarning : '';
  const body = logoutQuestion.body + warning(leaving.atFirst.filter(isUnsent)) + drafts;
  if (
    !(await portal.confirm({ ...logoutQuestion, body, confirm: 'Logout', cancel: 'Cancel', ...(drafts && { danger: true }) })) ||
    isOtherSession()
  )
    return;
  // Before the logout changes anything: screens store what waits for an undo.
  dispatchEvent(new Event(beforeLogout));
  let message = '';
  const stay = session.beginLogout();
  const removeData = async () => {
    await askAboutFiles(leaving, deps);
    await forgetDrafts(leaving, deps);
  };
  try {
    message = (await call(logoutCall as unknown as typeof endpoint, { refreshToken: token ?? '' })).message;
  } catch (error) {
    // A 401 means that the session has ended already; its handler has shown the message and moved on.
    if (isApiError(error) && error.code === 401) {
      await removeData();
      return stay();
    }
    if (!(await portal.confirm(offlineLogoutQuestion))) return stay();
  }
  await removeData();
  if (isOtherSession()) return stay();
  session.end();
  portal.toast('success', message);
  redirect(loginPath);
}
