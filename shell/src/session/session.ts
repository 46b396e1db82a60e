import type { ApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Guard, LoginReply } from '@portal/contracts/_kernel/guard';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { nextStep, type Step } from '@portal/contracts/onboarding/onboarding.rules';
import type { Portal, PortalSession, Session } from '@portal/mf-kit/portal';
import { signal } from '../boot/signal';
import { createReturnPath } from './returnPath';
import type { SessionStore } from './store';
import { inLock, type Tabs } from './tabs';

export type SessionNews = 'begun' | 'changed' | 'ended';

export interface SessionParts {
  store: SessionStore;
  tabs: Tabs<SessionNews>;
  /** Begins the page anew: nothing of what it holds in memory stays. */
  restart: (to?: string) => void;
  /** Goes to where a begun or ended session leads, without asking about what stands in the forms of before. */
  enter: (to: string) => void;
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
  leave(): () => void;
  /** Resolves once it is decided whether the guard stays; null when nobody is leaving. What is read meanwhile would be refused. */
  leaving(): Promise<void> | null;
  /** A call was refused for its token (SESSION-05..10). */
  refused(error: ApiError, endpoint: Endpoint, sentWith: string | null): void;
  /** Keeps where the guard was, for after the login. */
  keepPath(path: string): void;
};

const UNKEPT = 'This browser does not store data for this site, so closing or reloading this page logs you out.';

/** Whose refusals are no news: other calls under the token that its guard is logging out with. */
function createFarewell() {
  let leaving: string | null = null;
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
      leaving = token;
      decided ??= new Promise((resolve) => {
        decide = resolve;
      });
      return () => {
        if (!logouts.delete(logout) || logouts.size > 0) return;
        leaving = null;
        over();
      };
    },
    /** The session has ended: whoever waited is told, and late refusals are still no news. */
    over,
    decided: () => decided,
    covers: ({ id }: Endpoint, sentWith: string | null) => leaving !== null && sentWith === leaving && id !== logoutCall.id,
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
  const isAnothers = (guardId: string | undefined) => owner !== null && guardId !== undefined && guardId !== owner;
  return {
    current,
    isAnothers,
    token: () => stored?.token ?? null,
    /** Takes the session that the device keeps now; false when it is another guard's. */
    take(): boolean {
      const found = store.read();
      const isOurs = !isAnothers(found?.session?.guardId);
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
export function createSession({ store, tabs, enter, restart, recheck, toast, isPublic }: SessionParts): SessionCore {
  const { current, isAnothers, token, take, drop } = createTaken(store);
  const [farewell, returnPath] = [createFarewell(), createReturnPath()];

  /** Ends the session; a page that needs one leads to the login, and back to here afterwards. */
  function endWith(kind: 'error' | 'warning', words: string) {
    // A public page needs no session: a dead one ends without a message (PUBLIC-FAQ-07).
    if (isPublic()) return end();
    returnPath.keep(window.location.pathname + window.location.search);
    end();
    toast(kind, words);
    enter(authPaths.login());
  }

  function end() {
    store.clear();
    take();
    farewell.over();
    tabs.post('ended');
  }

  function update(guard: Guard) {
    // The late answer to a call of another session, or of one that ended: the device keeps nothing of a guard who left.
    if (token() === null || isAnothers(guard.id) || store.read()?.token !== token()) return;
    const before = current.get()?.guard;
    if (JSON.stringify(guard) === JSON.stringify(before)) return;
    store.update(guard);
    take();
    tabs.post('changed');
    recheck(before && changeOf(before, guard));
  }

  function follow(news: SessionNews) {
    const before = current.get()?.guard;
    // Another guard logged in next door: nothing of the first one may stay on this page.
    if (!take()) return news === 'begun' || before ? restart() : undefined;
    if (news === 'ended' && before) {
      // What another tab did to the store may be seen here a moment late: that the session ended is taken at its word.
      drop();
      return enter(authPaths.login());
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
    if (!take()) return restart(to);
    if (!store.isKept()) toast('info', UNKEPT);
    enter(to);
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
        else take();
      });
    },
    endForOtherGuard: () => endWith('warning', copy.sessionMissing),
    leave: () => farewell.begin(token()),
    leaving: farewell.decided,
    refused(error, endpoint, sentWith) {
      // Calls that were under way together are refused together: the first one ends the session, the others find it ended.
      if (endpoint.showsOwn401 || farewell.covers(endpoint, sentWith) || (sentWith !== null && sentWith !== token())) return;
      endWith('error', error.message === copy.somethingWrong ? copy.sessionExpired : error.message);
    },
    keepPath: returnPath.keep,
    rememberJob: store.remember,
    rememberedJob: store.remembered,
  };
}
