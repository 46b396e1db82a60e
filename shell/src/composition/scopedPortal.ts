import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Failure, Outbox, Portal, PortalSession, WriteOptions, WriteResult } from '@portal/mf-kit/portal';
import type { PagePortal } from '../boot/portal';

/** A portal that belongs to one mount of a module. */
export interface ScopedPortal {
  portal: Portal;
  /** The mount is over: what it left goes with it, and what it still asks for does nothing. Answers to what it sent still arrive. */
  end(): void;
}

const words = 'This page was left before it was sent.';
const departed: Failure = { code: 0, message: 'departed', userMessage: words, fields: {} };
const nothing = () => undefined;

/** What a mount holds of the page, given back at once when it ends. */
function createHold() {
  const held = new Set<() => void>();
  const gone = new AbortController();
  return {
    gone: gone.signal,
    isOver: () => gone.signal.aborted,
    keep(giveBack: () => void): () => void {
      const once = () => {
        if (held.delete(once)) giveBack();
      };
      held.add(once);
      return once;
    },
    end() {
      gone.abort();
      for (const giveBack of [...held]) giveBack();
    },
  };
}

/** Gives one mount its portal: a remote never holds the page's own. */
export function scopedPortal(page: PagePortal): ScopedPortal {
  const { isOver, keep, gone, end } = createHold();
  const { writeAs, outbox, ...rest } = page;
  let guardId: string | null = null;
  /** Who this mount's forms were opened for. */
  const owner = () => {
    guardId ??= page.session.current()?.guardId ?? null;
    return guardId;
  };
  owner();

  /** Acts while the mount stands. */
  const whileHere =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given): void => {
      if (!isOver()) act(...given);
    };
  const listening =
    <Given extends unknown[]>(listen: (...given: Given) => () => void) =>
    (...given: Given): (() => void) =>
      isOver() ? nothing : keep(listen(...given));

  const session: PortalSession = {
    ...page.session,
    subscribe: listening(page.session.subscribe),
    begin: whileHere(page.session.begin),
    logout: async () => (isOver() ? undefined : page.session.logout()),
    signInWith: async (provider) => (isOver() ? { kind: 'dismissed' } : page.session.signInWith(provider)),
  };
  const ownOutbox: Outbox = {
    current: outbox.current,
    subscribe: listening(outbox.subscribe),
    read: outbox.read,
    retry: whileHere(outbox.retry),
    dismiss: whileHere(outbox.dismiss),
  };

  async function write<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: WriteOptions = {}): Promise<WriteResult<Out>> {
    if (isOver()) return { ok: false, error: departed };
    const { durable } = options;
    // A form that went with its mount cannot show why it was refused: the outbox then lists it.
    const mine = durable && { ...durable, takesRefusal: () => !isOver() && (durable.takesRefusal?.() ?? false) };
    return writeAs(owner(), endpoint, input, mine ? { ...options, durable: mine } : options);
  }

  const portal: Portal = {
    ...rest,
    session,
    outbox: ownOutbox,
    write,
    navigate: whileHere(page.navigate),
    title: whileHere(page.title),
    toast: whileHere(page.toast),
    announce: whileHere(page.announce),
    confirm: async (question) => !isOver() && page.confirm(question, gone),
    dirty: listening(page.dirty),
    // Said by a mount and true beyond it: not given back at its end.
    emergency: whileHere(page.emergency),
    onChanged: listening(page.onChanged),
    onEvent: (events, listener) => (isOver() ? nothing : keep(page.onEvent(events, listener))),
    live: { current: page.live.current, subscribe: listening(page.live.subscribe) },
  };
  return { portal, end };
}
