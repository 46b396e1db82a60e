import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { type Events, isOneOf, type NameOf, payloadDefect, type ReceivedEvent } from '@portal/contracts/_kernel/event';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import {
  type LiveState,
  PORTAL_VERSION,
  type Portal,
  type Question,
  type RememberedJob,
  type Session,
  type ToastKind,
  type WriteOptions,
} from '@portal/mf-kit/portal';
import { createPortalHandle, type PortalHandle } from '@portal/mf-kit/portalHandle';
import { type FakeOutbox, fakeOutbox } from './outbox';

/** The members that an older shell may lack. */
type Whole = 'onEvent' | 'live' | 'emergency';

export interface FakePortal extends Omit<Portal, Whole>, Required<Pick<Portal, Whole>> {
  readonly toasts: { kind: ToastKind; text: string }[];
  readonly navigations: { to: string; replace: boolean; state: unknown }[];
  readonly writes: { id: string; input: unknown; options: WriteOptions }[];
  readonly outbox: FakeOutbox;
  readonly questions: Question[];
  readonly announced: string[];
  readonly titles: string[];
  readonly changes: string[];
  readonly unsaved: Set<string>;
  /** The reported states of the guard's SOS, in order. */
  readonly emergencies: boolean[];
  readonly began: unknown[];
  /** Emits an event of the server to every listener of the page. Throws if the payload does not match its shape. */
  emit<Payloads extends object, Name extends NameOf<Payloads>>(events: Events<Payloads>, name: Name, payload: Payloads[Name]): void;
  /** Sets the state of the realtime channel; it is connected at first. */
  setLive(state: LiveState): void;
}

export type PortalOver = Partial<Omit<Portal, 'session' | 'outbox'>> & { session?: Partial<Portal['session']> };

const FIXED_NOW = '2027-03-14T15:00:00.000Z';

/** A clock for `portal.now` that advances by one millisecond per call, for tests of an order. */
export function movingClock(): () => Date {
  let ms = Date.parse(FIXED_NOW);
  return () => new Date(++ms);
}

/** Changes the address of the test page, like the shell. */
function move(to: string, replace: boolean, state: unknown) {
  const how = replace ? 'replaceState' : 'pushState';
  window.history[how]({ usr: state ?? null, key: String(Math.random()) }, '', to);
  window.dispatchEvent(Object.assign(new PopStateEvent('popstate'), { singleSpa: true, singleSpaTrigger: how }));
}

const isHere = (to: string) => new URL(to, window.location.href).pathname === window.location.pathname;

function fakeSession(
  guard: Guard | null,
  { begin, logInAgain }: Required<Pick<Portal['session'], 'begin' | 'logInAgain'>>,
  over: Partial<Portal['session']>,
): Portal['session'] {
  const session: Session | null = guard ? { guardId: guard.id, guard } : null;
  let remembered: RememberedJob | null = null;
  return {
    current: () => session,
    subscribe: () => () => undefined,
    begin,
    update: () => undefined,
    logout: async () => undefined,
    logInAgain,
    rememberJob: (job) => {
      remembered = job;
    },
    rememberedJob: () => remembered,
    signInWith: async () => ({ kind: 'unavailable', message: 'Not configured in tests' }),
    canSignInWith: () => false,
    deviceToken: async () => 'web',
    ...over,
  };
}

/** The realtime channel, controlled by the test. */
function fakeLine() {
  const listeners = new Set<() => void>();
  const hearing = new Set<(name: string, payload: unknown) => void>();
  let state: LiveState = 'connected';
  return {
    live: {
      current: () => state,
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    setLive(next: LiveState) {
      state = next;
      for (const listener of [...listeners]) listener();
    },
    onEvent<Payloads extends object>(events: Events<Payloads>, listener: (event: ReceivedEvent<Payloads>) => void) {
      const deliver = (name: string, payload: unknown) => {
        if (isOneOf(events, name)) listener({ name, payload } as ReceivedEvent<Payloads>);
      };
      hearing.add(deliver);
      return () => void hearing.delete(deliver);
    },
    emit<Payloads extends object, Name extends NameOf<Payloads>>(events: Events<Payloads>, name: Name, payload: Payloads[Name]) {
      const defect = payloadDefect(events, name, payload);
      if (defect) throw new Error(`The event ${name} breaks its shape: ${defect}`);
      for (const deliver of [...hearing]) deliver(name, payload);
    },
  };
}

/**
 * A portal that records the calls of a screen. Writes go to mocked endpoints. Questions are answered with yes, also the one about leaving
 * unsaved input.
 */
export function fakePortal(guard: Guard | null, { session = {}, ...over }: PortalOver = {}): FakePortal {
  const listeners = new Map<string, Set<() => void>>();
  const recorded = {
    toasts: [] as FakePortal['toasts'],
    navigations: [] as FakePortal['navigations'],
    writes: [] as FakePortal['writes'],
    questions: [] as Question[],
    announced: [] as string[],
    titles: [] as string[],
    changes: [] as string[],
    unsaved: new Set<string>(),
    emergencies: [] as boolean[],
    began: [] as unknown[],
  };
  const changed = (domain: string) => {
    recorded.changes.push(domain);
    for (const listener of listeners.get(domain) ?? []) listener();
  };
  const now = over.now ?? (() => new Date(FIXED_NOW));
  const outbox = fakeOutbox(now, changed);
  const unsavedInputs = new Map<string, () => boolean>();
  const askToLeave = () => {
    const dirtyNames = [...unsavedInputs].filter(([, isDirty]) => isDirty()).map(([what]) => what);
    if (dirtyNames.length > 0)
      recorded.questions.push({ title: 'Leave this page?', body: dirtyNames.join(', '), confirm: 'Leave', cancel: 'Stay', danger: true });
  };
  /** Like the shell, continues with the guard's next step. */
  const begin = (reply: unknown) => {
    askToLeave();
    recorded.began.push(reply);
  };
  /** Like the shell, ends the session and opens the login page. */
  const logInAgain = async (text: string) => {
    recorded.toasts.push({ kind: 'success', text });
    recorded.navigations.push({ to: authPaths.login(), replace: false, state: undefined });
  };
  return {
    ...recorded,
    ...fakeLine(),
    outbox,
    version: PORTAL_VERSION,
    config: { customerSite: 'https://customers.example.com', supportEmail: 'support@example.com', mapsKey: null },
    session: fakeSession(guard, { begin, logInAgain }, session),
    navigate(to, { replace = false, state } = {}) {
      if (!isHere(to)) askToLeave();
      recorded.navigations.push({ to, replace, state });
      move(to, replace, state);
    },
    title: (text) => void recorded.titles.push(text),
    toast: (kind, text) => void recorded.toasts.push({ kind, text }),
    announce: (text) => void recorded.announced.push(text),
    async confirm(question) {
      recorded.questions.push(question);
      return true;
    },
    async write<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: WriteOptions = {}) {
      recorded.writes.push({ id: endpoint.id, input, options });
      return outbox.write(endpoint, input, options);
    },
    dirty(what, isDirty = () => true) {
      recorded.unsaved.add(what);
      unsavedInputs.set(what, isDirty);
      return () => void (recorded.unsaved.delete(what) && unsavedInputs.delete(what));
    },
    emergency: (isOn) => void recorded.emergencies.push(isOn),
    changed,
    onChanged(domain, listener) {
      const those = listeners.get(domain) ?? new Set();
      listeners.set(domain, those.add(listener));
      return () => void those.delete(listener);
    },
    lastPosition: () => null,
    position: async () => null,
    now,
    maps: async () => null,
    telemetry: () => undefined,
    ...over,
  } as FakePortal;
}

/**
 * The portal handle of one mount, created from the page's portal like in the shell. Closing it releases everything that the screen
 * registered.
 */
export function mountPortal(portal: FakePortal): PortalHandle {
  const { write: _write, ...page } = portal;
  return createPortalHandle({
    ...page,
    // Delegates, so that a test may spy on these after the screen is rendered.
    navigate: (...to) => portal.navigate(...to),
    outbox: { ...portal.outbox, read: () => portal.outbox.read() },
    writeAs: (_guardId, endpoint, input, options) => portal.write(endpoint, input, options),
    confirm: (question) => portal.confirm(question),
  });
}
