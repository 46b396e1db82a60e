import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Failure, Live, Outbox, Portal, PortalSession, Question, WriteOptions, WriteResult } from './portal';

/** The page's own portal. It has no `write`, so that a remote cannot be given it instead of a handle. */
export interface PagePortal extends Omit<Portal, 'write' | 'confirm' | 'outbox' | 'onEvent' | 'live'> {
  readonly onEvent: NonNullable<Portal['onEvent']>;
  readonly live: Live;
  readonly outbox: Required<Outbox>;
  emergency(isOn: boolean): void;
  /** Sends only as this guard; null: as the guard who is logged in, if any. */
  writeAs<In, Out>(guardId: string | null, endpoint: Endpoint<In, Out>, input: In, options?: WriteOptions): Promise<WriteResult<Out>>;
  /** `gone`: aborts when the caller is unmounted; the answer is then no. */
  confirm(question: Question, gone?: AbortSignal): Promise<boolean>;
}

/** The portal of one mount of a module. */
export interface PortalHandle {
  portal: Portal;
  /**
   * The guard left the mount, which is not unmounted yet: releases its listeners and unsaved input, and blocks everything that the guard
   * would notice. Writes are accepted, because a screen sends its last ones while it unmounts.
   */
  leave(): void;
  /** The mount is unmounted, or its deadline has passed: blocks writes, too. Replies to earlier writes still arrive. */
  end(): void;
}

const words = 'You left this page before it was sent.';
const closedFailure: Failure = { code: 0, message: 'departed', userMessage: words, fields: {} };
const nothing = () => undefined;

/** Registrations of a mount in the page, released together when the guard leaves it. */
function createRegistrations() {
  const registered = new Set<() => void>();
  const left = new AbortController();
  return {
    left: left.signal,
    isLeft: () => left.signal.aborted,
    keep(release: () => void): () => void {
      const once = () => {
        if (registered.delete(once)) release();
      };
      registered.add(once);
      return once;
    },
    leave() {
      left.abort();
      for (const release of [...registered]) release();
    },
  };
}

/**
 * Opens the portal of one mount. A remote never gets the page's own portal.
 *
 * | operation | until `leave()` | until `end()` | afterwards |
 * |---|---|---|---|
 * | `navigate`, `title`, `toast`, `announce`, `emergency`, `session.begin`, `session.logout` | runs | ignored | ignored |
 * | `confirm` | asks | the open question closes; answer no | no |
 * | `session.signInWith` | runs | dismissed | dismissed |
 * | `subscribe`, `onChanged`, `onEvent`, `dirty` | registers | released; registers nothing | registers nothing |
 * | `write` | sends | sends; a refusal is listed in the outbox | fails as closed |
 * | `outbox.retry`, `outbox.dismiss` | runs | runs | ignored |
 * | `current`, `now`, `position`, `maps`, `telemetry`, `changed`, `session.update` and other reads | runs | runs | runs |
 *
 * Replies to earlier writes arrive at any time. An SOS stays on after its mount.
 */
export function createPortalHandle(page: PagePortal): PortalHandle {
  const { isLeft, keep, left, leave } = createRegistrations();
  const { writeAs, outbox, ...rest } = page;
  let isEnded = false;
  let guardId: string | null = null;
  /** The guard for whom this mount's forms were opened. */
  const owner = () => {
    guardId ??= page.session.current()?.guardId ?? null;
    return guardId;
  };
  owner();

  const untilLeft =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given): void => {
      if (!isLeft()) act(...given);
    };
  const unlessEnded =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given): void => {
      if (!isEnded) act(...given);
    };
  const listening =
    <Given extends unknown[]>(listen: (...given: Given) => () => void) =>
    (...given: Given): (() => void) =>
      isLeft() ? nothing : keep(listen(...given));

  const session: PortalSession = {
    ...page.session,
    subscribe: listening(page.session.subscribe),
    begin: untilLeft(page.session.begin),
    logout: async () => (isLeft() ? undefined : page.session.logout()),
    signInWith: async (provider) => (isLeft() ? { kind: 'dismissed' } : page.session.signInWith(provider)),
  };
  const ownOutbox: Outbox = {
    current: outbox.current,
    subscribe: listening(outbox.subscribe),
    read: outbox.read,
    retry: unlessEnded(outbox.retry),
    dismiss: unlessEnded(outbox.dismiss),
  };

  async function write<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: WriteOptions = {}): Promise<WriteResult<Out>> {
    if (isEnded) return { ok: false, error: closedFailure };
    const { durable } = options;
    const { takesRefusal } = durable ?? {};
    // A form that was left cannot show a refusal: the outbox then lists it.
    const mine = durable && takesRefusal && { ...durable, takesRefusal: () => !isLeft() && takesRefusal() };
    return writeAs(owner(), endpoint, input, mine ? { ...options, durable: mine } : options);
  }

  const portal: Portal = {
    ...rest,
    session,
    outbox: ownOutbox,
    write,
    navigate: untilLeft(page.navigate),
    title: untilLeft(page.title),
    toast: untilLeft(page.toast),
    announce: untilLeft(page.announce),
    confirm: async (question) => !isLeft() && page.confirm(question, left),
    dirty: listening(page.dirty),
    emergency: untilLeft(page.emergency),
    onChanged: listening(page.onChanged),
    onEvent: (events, listener) => (isLeft() ? nothing : keep(page.onEvent(events, listener))),
    live: { current: page.live.current, subscribe: listening(page.live.subscribe) },
    ...(page.clock && { clock: { reading: page.clock.reading, subscribe: listening(page.clock.subscribe) } }),
  };
  return {
    portal,
    leave,
    end() {
      leave();
      isEnded = true;
    },
  };
}
