import type { Guard } from '@portal/contracts/_kernel/guard';
import { cookie, dropPlainCookie, local, setCookie, tab } from '@portal/device/storage';
import { loginPath } from '@portal/mf-kit/pageLayout';
import type { RememberedJob, Session } from '@portal/mf-kit/portal';

const RETURN_TO = 'portal.returnTo';

/** The path that a missing or refused session interrupted: for this tab only, and taken once. */
export function createReturnPath() {
  return {
    keep(path: string): void {
      if (!path.startsWith(loginPath)) tab.setItem(RETURN_TO, path);
    },
    take(): string | null {
      const path = tab.getItem(RETURN_TO);
      tab.removeItem(RETURN_TO);
      return path;
    },
  };
}

/** The longest life of a token is 90 days. */
const COOKIE_SECONDS = 90 * 86_400;
const JOB = 'portal.job';
const SESSION_COOKIES = ['jobId', 'userId', 'shiftId'] as const;

interface Stored {
  token: string;
  /** Null if only the cookie is left: the server then names the guard. */
  session: Session | null;
}

/** The session in local storage, cookies and the tab's storage (SESSION-11..23). */
export function createSessionStore() {
  const putGuard = (guard: Guard) => {
    local.setItem('guardId', guard.id); // SESSION-13
    local.setItem('guardInfo', JSON.stringify(guard)); // SESSION-14
    local.setItem('profileImage', guard.profileImage ?? ''); // SESSION-15
    local.setItem('employment', JSON.stringify(guard.employmentDetails)); // SESSION-16
    setCookie('guardId', guard.id, COOKIE_SECONDS); // SESSION-20
  };
  const inCookie = () => cookie('token') || null;
  const inStorage = () => local.getItem('token') || local.getJson<{ token?: string }>('session')?.token || null;
  /** Cookie and local storage name different sessions. A missing one is no disagreement (SESSION-02). */
  const disagrees = () => {
    const [one, other] = [inCookie(), inStorage()];
    return one !== null && other !== null && one !== other;
  };
  const putCookie = (token: string) => setCookie('token', token, COOKIE_SECONDS); // SESSION-19

  // A sibling domain can set a cookie of this name.
  dropPlainCookie('token');
  const stored = inStorage();
  if (stored && !inCookie()) putCookie(stored);

  return {
    disagrees,
    /** Null without a session, and while the stores disagree. */
    read(): Stored | null {
      const token = inCookie() ?? inStorage(); // SESSION-02
      if (!token || disagrees()) return null;
      const guard = local.getJson<Guard>('guardInfo');
      return { token, session: guard ? { guardId: guard.id, guard } : null };
    },
    write(token: string, guard: Guard) {
      local.setItem('token', token); // SESSION-11
      local.setItem('session', JSON.stringify({ token, guardId: guard.id })); // SESSION-12
      putCookie(token);
      putGuard(guard);
    },
    update: putGuard,
    clear() {
      local.clear(); // SHELL-23
      tab.removeItem(JOB);
      for (const name of ['token', 'guardId', ...SESSION_COOKIES]) setCookie(name, '', 0);
      dropPlainCookie('token');
    },
    remember(job: RememberedJob) {
      for (const name of SESSION_COOKIES) setCookie(name, job[name]); // SESSION-21..23
      tab.setItem(JOB, JSON.stringify(job));
    },
    remembered(): RememberedJob | null {
      // The cookies may hold another tab's job, so this tab's own comes first (JOBDETAIL-30).
      const own = tab.getJson<RememberedJob>(JOB);
      if (own) return own;
      const [jobId, userId, shiftId] = SESSION_COOKIES.map(cookie);
      return jobId ? { jobId, userId: userId ?? '', shiftId: shiftId ?? '' } : null;
    },
    /** True for the first call in this tab with this key. */
    isFirstTime(what: string) {
      const isFirst = tab.getItem(what) === null;
      tab.setItem(what, '1');
      return isFirst;
    },
    /** The browser stores the session beyond this page. */
    isPersistent: () => local.isPersisted('token') || cookie('token') !== null,
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;
