import { type CallOptions, type Client, isApiError, type Reply } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { createShelves, type Shelves } from '@portal/device/shelf';
import { KEPT } from '@portal/mf-kit/kept';

/** What a guard at a site without a signal can still make use of; a shift of three days ago is nobody's plan. */
const MAX_AGE_MS = 3 * 86_400_000;
/** A line that brings no answer within this time is none, when the last answer is at hand. */
const LATE_MS = 8_000;
/** No answer, or a proxy's word that nobody is behind it. */
const AWAY = [0, 502, 503, 504];

/** The portal's word that this guard is not to see it, or that it is not there: what was kept of it goes. Any other refusal is of the moment. */
const GONE = [401, 403, 404, 410];

export const openShelves = (): Shelves => createShelves({ prefix: `${KEPT}data-`, maxAgeMs: MAX_AGE_MS });

export interface KeptParts {
  shelves: Shelves;
  guardId: () => string | null;
  /** Whether phones may keep anything: `portal kill-worker` says no. */
  mayKeep: () => boolean;
  /** A kept reply is shown: since when it was not read again. */
  onKept: (name: string, at: number) => void;
  /** The portal itself answered what was asked. */
  onFresh: (name: string) => void;
}

type Answer = Pick<Reply, 'message' | 'data'>;
const nameOf = ({ id }: { id: string }, input: unknown) => `${id} ${JSON.stringify(input ?? {})}`;
const isAway = (error: unknown) => isApiError(error) && AWAY.includes(error.code);

/**
 * Lets the last reply of a call that says so (`keptOnDevice`) stand in for one that cannot be had, for the same guard only. A call that the
 * portal answers is not touched: it is kept behind the answer's back, and what it says is gone, or not for them, is kept no longer.
 */
export function withKept(client: Client, { shelves, guardId, mayKeep, onKept, onFresh }: KeptParts): Client {
  const isTheirs = (owner: string) => guardId() === owner && mayKeep();

  /** As the guard who asked: another one, or nobody, may be here by now, and whoever left leaves nothing; nor may a phone that is to keep nothing. */
  async function keep(owner: string, name: string, answer: Answer): Promise<void> {
    if (!isTheirs(owner)) return;
    await shelves.of(owner).put(name, answer);
    if (!isTheirs(owner)) await shelves.keepOnly(mayKeep() ? guardId() : null);
  }

  async function send<In, Out>(owner: string, endpoint: Endpoint<In, Out>, input: In, asked: CallOptions): Promise<Reply<Out>> {
    const shelf = shelves.of(owner);
    const name = nameOf(endpoint, input);
    const late = new AbortController();
    const signal = asked.signal ? AbortSignal.any([late.signal, asked.signal]) : late.signal;
    const timer = setTimeout(() => void shelf.find(name).then((found) => found && late.abort()), LATE_MS);
    try {
      const reply = await client.send(endpoint, input, { ...asked, signal });
      onFresh(name);
      void keep(owner, name, { message: reply.message, data: reply.data });
      return reply;
    } catch (error) {
      if (isApiError(error) && GONE.includes(error.code)) void shelf.drop(name);
      // What was given up ends without an answer: one that came all the same is the portal's.
      const isLate = late.signal.aborted && !asked.signal?.aborted && !isApiError(error);
      if (!isLate && !isAway(error)) throw error;
      const found = await shelf.find<Answer>(name);
      if (!found || !isTheirs(owner)) throw error;
      onKept(name, found.at);
      return { code: 200, message: found.value.message, data: found.value.data as Out, keptAt: found.at };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    file: client.file,
    send(endpoint, input, asked = {}) {
      const owner = guardId();
      const isKept = endpoint.keptOnDevice && owner !== null && mayKeep();
      return isKept ? send(owner, endpoint, input, asked) : client.send(endpoint, input, asked);
    },
  };
}
