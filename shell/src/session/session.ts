import type { ApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Guard, LoginReply } from '@portal/contracts/_kernel/guard';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { nextStep, type OnboardingStep } from '@portal/contracts/onboarding/onboarding.rules';
import { loginPath } from '@portal/mf-kit/pageLayout';
import type { Portal, PortalSession, Session } from '@portal/mf-kit/portal';
import { signal } from '../platform/signal';
import { type Broadcast, runInSessionLock } from '../tabs/broadcast';
import { createReturnPath, type SessionStore } from './sessionStore';

export type SessionEvent = 'begun' | 'changed' | 'ended';

export interface SessionDeps {
  store: SessionStore;
  tabs: Broadcast<SessionEvent>;
  /** Reloads the page, so that nothing in memory remains. */
  reloadPage: (to?: string) => void;
  /** Opens a path without a question about unsaved input. */
  redirect: (to: string) => void;
  /** Repeats the access check after the guard changed. `next`: the step at `to` is due now instead of `after`. */
  recheck: (next?: { after: OnboardingStep; to: string }) => void;
  toast: Portal['toast'];
  isPublic: () => boolean;
}

export type SessionCore = Omit<PortalSession, 'logout' | 'signInWith' | 'canSignInWith' | 'deviceToken'> & {
  token(): string | null;
  /** Ends the session in every tab; the page stays. */
  end(): void;
  /** Ends the session if cookie and local storage name different ones; null if they agree. */
  endDisagreement(): Promise<void> | null;
  /** For a token that the server gives to another guard than this page does. */
  endForOtherGuard(): void;
  /** Marks a logout as in progress, so 401 replies to other calls are ignored. Returns a function that cancels it. */
  beginLogout(): () => void;
  /** Resolves when the logout is complete or cancelled; null without one. Reads wait for it, because the server would refuse them. */
  logoutDecision(): Promise<void> | null;
  /** The server refused the token of a call (SESSION-05..10). */
  handleUnauthorised(error: ApiError, endpoint: Endpoint, sentWith: string | null): void;
  /** Stores the path to open after the login. */
  rememberReturnPath(path: string): void;
};

const UNKEPT = 'This browser does not store data for this site, so closing or reloading this page logs you out.';

function createLogoutState() {
  let logoutDecision: string | null = null;
  let decided: Promise<void> | null = null;
  let decide = () => {};
  const logouts = new Set<symbol>();
  function complete() {
    logouts.clear();
    decided = null;
    decide();
  }
  return {
    /** Overlapping logouts share one decision: reads wait for the last. */
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
        complete();
      };
    },
    /** The session has ended. Waiting reads continue; late 401 replies are still ignored. */
    complete,
    decided: () => decided,
    covers: ({ id }: Endpoint, sentWith: string | null) => logoutDecision !== null && sentWith === logoutDecision && id !== logoutCall.id,
  };
}

function changeOf(before: Guard, guard: Guard) {
  const [{ step: after }, { step, to }] = [nextStep(before), nextStep(guard)];
  return after === step ? undefined : { after, to };
}

/** The session of this page. Its first guard owns the page until a reload. */
function createTaken(store: SessionStore) {
  let stored = store.read();
  const current = signal<Session | null>(stored?.session ?? null);
  let owner = current.get()?.guardId ?? null;
  const belongsToOtherGuard = (guardId: string | undefined) => owner !== null && guardId !== undefined && guardId !== owner;
  return {
    current,
    belongsToOtherGuard,
    token: () => stored?.token ?? null,
    /** Reads the stored session. Returns false if it is another guard's, which this page never takes. */
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

/** The one session of the page, shared with every tab. Forms, lists and timers belong to one guard, so another guard's session reloads the page. */
export function createSession({ store, tabs, redirect, reloadPage, recheck, toast, isPublic }: SessionDeps): SessionCore {
  const { current, belongsToOtherGuard, token, reloadFromStorage, drop } = createTaken(store);
  const [logoutState, returnPath] = [createLogoutState(), createReturnPath()];

  /** Ends the session. A page that needs one opens the login, which returns here. */
  function endWith(kind: 'error' | 'warning', words: string) {
    // A public page needs no session, so this one ends without a message (PUBLIC-FAQ-07).
    if (isPublic()) return end();
    returnPath.keep(window.location.pathname + window.location.search);
    end();
    toast(kind, words);
    redirect(loginPath);
  }

  function end() {
    store.clear();
    reloadFromStorage();
    logoutState.complete();
    tabs.post('ended');
  }

  function update(guard: Guard) {
    // A late reply of another or an ended session: the device stores nothing of a guard who left.
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
    // Another guard logged in in another tab: nothing of the first may stay on this page.
    if (!reloadFromStorage()) return news === 'begun' || before ? reloadPage() : undefined;
    if (news === 'ended' && before) {
      // The change of the store may arrive here later than the message, so the message counts.
      drop();
      return redirect(loginPath);
    }
    recheck(before && changeOf(before, current.get()?.guard ?? before));
  }
  // A third tab may be writing: half of its session would be a disagreement.
  tabs.listen((news) => void runInSessionLock(() => follow(news)));

  function begin({ guard, tokens }: LoginReply) {
    store.write(tokens.refresh.token, guard);
    tabs.post('begun');
    const [next, returnTo] = [nextStep(guard), returnPath.take()];
    const to = next.step === 'done' && returnTo ? returnTo : next.to;
    if (!reloadFromStorage()) return reloadPage(to);
    if (!store.isPersistent()) toast('info', UNKEPT);
    redirect(to);
  }

  return {
    current: current.get,
    subscribe: current.subscribe,
    token,
    begin: (reply) => void runInSessionLock(() => begin(reply)),
    update,
    end,
    endDisagreement() {
      if (!store.disagrees()) return null;
      return runInSessionLock(() => {
        if (store.disagrees()) end();
        else reloadFromStorage();
      });
    },
    endForOtherGuard: () => endWith('warning', copy.sessionMissing),
    beginLogout: () => logoutState.begin(token()),
    logoutDecision: logoutState.decided,
    handleUnauthorised(error, endpoint, sentWith) {
      // Parallel calls are refused together: the first ends the session, the others find it ended.
      if (endpoint.showsOwn401 || logoutState.covers(endpoint, sentWith) || (sentWith !== null && sentWith !== token())) return;
      endWith('error', error.message === copy.somethingWrong ? copy.sessionExpired : error.message);
    },
    rememberReturnPath: returnPath.keep,
    rememberJob: store.remember,
    rememberedJob: store.remembered,
  };
}
