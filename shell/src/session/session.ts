import type { ApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { logoutCall } from '@portal/contracts/auth/auth.session';
import { nextStep, type Step } from '@portal/contracts/onboarding/onboarding.rules';
import type { Portal, PortalSession, Session } from '@portal/mf-kit/portal';
import { signal } from '../boot/signal';
import { createReturnPath } from './returnPath';
import type { SessionStore } from './store';
import type { Tabs } from './tabs';

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
  /** The guard is logging out: that other calls are refused from now on is no news. The returned function takes it back. */
  leave(): () => void;
  /** Resolves once it is decided whether the guard stays; null when nobody is leaving. What is read meanwhile would be refused. */
  leaving(): Promise<void> | null;
  /** A call was refused for its token (SESSION-05..10). */
  refused(error: ApiError, endpoint: Endpoint, sentWith: string | null): void;
  /** Keeps where the guard was, for after the login. */
  keepPath(path: string): void;
};

const UNKEPT = 'This browser keeps nothing for this site: you stay logged in only until this page is closed or reloaded.';

/** Whose refusals are no news: other calls under the token that its guard is logging out with. */
function createFarewell() {
  let leaving: string | null = null;
  let decided: Promise<void> | null = null;
  let decide = () => {};
  function over() {
    decided = null;
    decide();
  }
  return {
    begin(token: string | null) {
      leaving = token;
      decided = new Promise((resolve) => {
        decide = resolve;
      });
      return () => {
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

/**
 * The one session of the page: begun, changed and ended here, and told to every tab. A page is one guard's for its whole life, since
 * forms, lists and timers of theirs stand in it: it never takes another guard's session, but begins anew.
 */
export function createSession({ store, tabs, enter, restart, recheck, toast, isPublic }: SessionParts): SessionCore {
  let stored = store.read();
  const current = signal<Session | null>(stored?.session ?? null);
  let owner = current.get()?.guardId ?? null;
  const [farewell, returnPath] = [createFarewell(), createReturnPath()];

  const isAnothers = (guardId: string | undefined) => owner !== null && guardId !== undefined && guardId !== owner;

  /** Takes what the device keeps now; false when it is another guard's. */
  function take(): boolean {
    const found = store.read();
    const isOurs = !isAnothers(found?.session?.guardId);
    stored = isOurs ? found : null;
    current.set(stored?.session ?? null);
    owner ??= current.get()?.guardId ?? null;
    return isOurs;
  }

  function end() {
    store.clear();
    take();
    farewell.over();
    tabs.post('ended');
  }

  function update(guard: Guard) {
    // The late answer to a call of another session, or of one that ended: the device keeps nothing of a guard who left.
    if (!stored || isAnothers(guard.id) || store.read()?.token !== stored.token) return;
    const before = current.get()?.guard;
    if (JSON.stringify(guard) === JSON.stringify(before)) return;
    store.update(guard);
    take();
    tabs.post('changed');
    recheck(before && changeOf(before, guard));
  }

  tabs.listen((news) => {
    const before = current.get()?.guard;
    // Another guard logged in next door: nothing of the first one may stay on this page.
    if (!take()) return news === 'begun' || before ? restart() : undefined;
    if (news === 'ended' && before) {
      // What another tab did to the store may be seen here a moment late: that the session ended is taken at its word.
      stored = null;
      current.set(null);
      return enter(authPaths.login());
    }
    recheck(before && changeOf(before, current.get()?.guard ?? before));
  });

  return {
    current: current.get,
    subscribe: current.subscribe,
    token: () => stored?.token ?? null,
    begin({ guard, tokens }) {
      store.write(tokens.refresh.token, guard);
      tabs.post('begun');
      const [next, kept] = [nextStep(guard), returnPath.take()];
      const to = next.step === 'done' && kept ? kept : next.to;
      if (!take()) return restart(to);
      if (!store.isKept()) toast('info', UNKEPT);
      enter(to);
    },
    update,
    end,
    leave: () => farewell.begin(stored?.token ?? null),
    leaving: farewell.decided,
    refused(error, endpoint, sentWith) {
      // Calls that were under way together are refused together: the first one ends the session, the others find it ended.
      if (endpoint.showsOwn401 || farewell.covers(endpoint, sentWith) || (sentWith !== null && sentWith !== stored?.token)) return;
      // Who reads a public page needs no session: a dead one goes without a word (PUBLIC-FAQ-07).
      if (isPublic()) return end();
      returnPath.keep(window.location.pathname + window.location.search);
      end();
      toast('error', error.message === copy.somethingWrong ? copy.sessionExpired : error.message);
      enter(authPaths.login());
    },
    keepPath: returnPath.keep,
    rememberJob: store.remember,
    rememberedJob: store.remembered,
  };
}
