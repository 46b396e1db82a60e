import type { ApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Guard, LoginReply } from '@portal/contracts/_kernel/guard';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { nextStep, type Step } from '@portal/contracts/onboarding/onboarding.rules';
import { loginPath } from '@portal/mf-kit/pageLayout';
import type { Portal, PortalSession, Session } from '@portal/mf-kit/portal';
import { signal } from '../platform/signal';
import { type Broadcast, inLock } from '../tabs/broadcast';
import { createReturnPath, type SessionStore } from './sessionStore';

export type SessionEvent = 'begun' | 'changed' | 'ended';

export interface SessionDeps {
  store: SessionStore;
  tabs: Broadcast<SessionEvent>;
  /** Begins the page anew: nothing of what it holds in memory stays. */
  reloadPage: (to?: string) => void;
  /** Goes to where a begun or ended session leads, without asking about what stands in the forms of before. */
  redirect: (to: string) => void;
  /** The guard changed: asks again whether this page is open. `next`: another step than `after` is due now, at `to`. */
  recheck: (next?: { after: Step; to: string }) => void;
  toast: Portal['toast'];
  /** This page is open to everybody. */
  isPublic: () => boolean;
}

export type SessionCore = Omit<PortalSession, 'logout' | 'signInWith' | 'canSignInWith' | 'deviceToken'> & {
  token(): string | null;
  /** Ends it here and in every tab. Does not move. */
  end(): void;
  /** Ends a session of which cookie and local storage name two; null without a disagreement. Resolves before the first page is judged. */
  endDisagreement(): Promise<void> | null;
  /** The server names another guard for the token than this page does: ends the session, with the warning of a missing one. */
  endForOtherGuard(): void;
  /** The guard is logging out: that other calls are refused from now on is no news. The returned function takes it back. */
  beginLogout(): () => void;
  /** Resolves once it is decided whether the guard stays; null when nobody is leaving. What is read meanwhile would be refused. */
  logoutDecision(): Promise<void> | null;
  /** A call was refused for its token (SESSION-05..10). */
  handleUnauthorised(error: ApiError, endpoint: Endpoint, sentWith: string | null): void;
  /** Keeps where the guard was, for after the login. */
  rememberReturnPath(path: string): void;
};

const UNKEPT = 'This browser does not store data for this site, so closing or reloading this page logs you out.';

/** Whose refusals are no news: other calls under the token that its guard is logging out with. */
function createLogoutState() {
  let logoutDecision: string | null = null;
  let decided: Promise<void> | null = null;
  let decide = () => {};
  const logouts = new Set<symbol>();
  function over() {
    logouts.clear();
    decided = null;
    decide();
  }
  return {
    /** Logouts that overlap share one decision: reads wait until the last of them is over. */
    begin(token: string | null) {
      const logout = Symbol('logout');
      logouts.add(logout);
      logoutDecision = token;
      decided ??= new Promise((resolve) => {
        decide = resolve;
      });
      return () => {
        if (!logouts.delete(logout) || logouts.size > 0) return;
        logoutDecision = null;
        over();
      };
    },
    /** The session has ended: whoever waited is told, and late refusals are still no news. */
    over,
    decided: () => decided,
    covers: ({ id }: Endpoint, sentWith: string | null) => logoutDecision !== null && sentWith === logoutDecision && id !== logoutCall.id,
  };
}

/** The step that is due since the guard changed; undefined while it is the same. */
function changeOf(before: Guard, guard: Guard) {
  const [{ step: after }, { step, to }] = [nextStep(before), nextStep(guard)];
  return after === step ? undefined : { after, to };
}

/** The session that this page took from the device. Its owner is the first guard of the page, for its whole life. */
function createTaken(store: SessionStore) {
  let stored = store.read();
  const current = signal<Session | null>(stored?.session ?? null);
  let owner = current.get()?.guardId ?? null;
  const belongsToOtherGuard = (guardId: string | undefined) => owner !== null && guardId !== undefined && guardId !== owner;
  return {
    current,
    belongsToOtherGuard,
    token: () => stored?.token ?? null,
    /** Takes the session that the device keeps now; false when it is another guard's. */
    reloadFromStorage(): boolean {
      const found = store.read();
      const isOurs = !belongsToOtherGuard(found?.session?.guardId);
      stored = isOurs ? found : null;
      current.set(stored?.session ?? null);
      owner ??= current.get()?.guardId ?? null;
      return isOurs;
    },
    drop() {
      stored = null;
      current.set(null);
    },
  };
}

/**
 * The one session of the page: begun, changed and ended here, and told to every tab. A page is one guard's for its whole life, since
 * forms, lists and timers of theirs stand in it: it never takes another guard's session, but begins anew.
 */
export function createSession({ store, tabs, redirect, reloadPage, recheck, toast, isPublic }: SessionDeps): SessionCore {
  const { current, belongsToOtherGuard, token, reloadFromStorage, drop } = createTaken(store);
  const [farewell, returnPath] = [createLogoutState(), createReturnPath()];

  /** Ends the session; a page that needs one leads to the login, and back to here afterwards. */
  function endWith(kind: 'error' | 'warning', words: string) {
    // A public page needs no session: a dead one ends without a message (PUBLIC-FAQ-07).
    if (isPublic()) return end();
    returnPath.keep(window.location.pathname + window.location.search);
    end();
    toast(kind, words);
    redirect(loginPath);
  }

  function end() {
    store.clear();
    reloadFromStorage();
    farewell.over();
    tabs.post('ended');
  }

  function update(guard: Guard) {
    // The late answer to a call of another session, or of one that ended: the device keeps nothing of a guard who left.
    if (token() === null || belongsToOtherGuard(guard.id) || store.read()?.token !== token()) return;
    const before = current.get()?.guard;
    if (JSON.stringify(guard) === JSON.stringify(before)) return;
    store.update(guard);
    reloadFromStorage();
    tabs.post('changed');
    recheck(before && changeOf(before, guard));
  }

  function follow(news: SessionEvent) {
    const before = current.get()?.guard;
    // Another guard logged in next door: nothing of the first one may stay on this page.
    if (!reloadFromStorage()) return news === 'begun' || before ? reloadPage() : undefined;
    if (news === 'ended' && before) {
      // What another tab did to the store may be seen here a moment late: that the session ended is taken at its word.
      drop();
      return redirect(loginPath);
    }
    recheck(before && changeOf(before, current.get()?.guard ?? before));
  }
  // A third tab may be writing: half of its session would be two.
  tabs.listen((news) => void inLock(() => follow(news)));

  function begin({ guard, tokens }: LoginReply) {
    store.write(tokens.refresh.token, guard);
    tabs.post('begun');
    const [next, kept] = [nextStep(guard), returnPath.take()];
    const to = next.step === 'done' && kept ? kept : next.to;
    if (!reloadFromStorage()) return reloadPage(to);
    if (!store.isPersistent()) toast('info', UNKEPT);
    redirect(to);
  }

  return {
    current: current.get,
    subscribe: current.subscribe,
    token,
    begin: (reply) => void inLock(() => begin(reply)),
    update,
    end,
    endDisagreement() {
      if (!store.disagrees()) return null;
      return inLock(() => {
        if (store.disagrees()) end();
        else reloadFromStorage();
      });
    },
    endForOtherGuard: () => endWith('warning', copy.sessionMissing),
    beginLogout: () => farewell.begin(token()),
    logoutDecision: farewell.decided,
    handleUnauthorised(error, endpoint, sentWith) {
      // Calls that were under way together are refused together: the first one ends the session, the others find it ended.
      if (endpoint.showsOwn401 || farewell.covers(endpoint, sentWith) || (sentWith !== null && sentWith !== token())) return;
      endWith('error', error.message === copy.somethingWrong ? copy.sessionExpired : error.message);
    },
    rememberReturnPath: returnPath.keep,
    rememberJob: store.remember,
    rememberedJob: store.remembered,
  };
}
