import { type CallOptions, type Client, isApiError, type Reply } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { createOwnerCaches, type OwnerCaches } from '@portal/device/jsonCache';
import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import type { PageLocation } from '../navigation/pageLocation';
import type { Signal } from '../platform/signal';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { SessionCore } from '../session/session';
import { createStaleIndicator } from './staleIndicator';

/** A reply about a shift of three days ago is useless. */
const MAX_AGE_MS = 3 * 86_400_000;
/** After this time without a reply the cached one is returned; the call stays in flight. */
const LATE_MS = 8_000;
/** No reply, or a proxy without a server. */
const UNREACHABLE = [0, 502, 503, 504];

/** The guard may not see the data, or it does not exist: its cached reply is deleted. Other refusals are temporary. */
const ACCESS_ENDED = [401, 403, 404, 410];

export const openReplyCaches = (): OwnerCaches => createOwnerCaches({ prefix: `${CACHE_PREFIX}data-`, maxAgeMs: MAX_AGE_MS });

export interface ReplyCacheDeps {
  replyCaches: OwnerCaches;
  guardId: () => string | null;
  /** False after `portal kill-worker`. */
  isCachingAllowed: () => boolean;
  onRequest: (name: string) => void;
  /** A cached reply is shown. `at`: the time of the reply. */
  onCachedReply: (name: string, at: number) => void;
  /** The portal answered or refused the call. */
  onFreshReply: (name: string) => void;
}

type Answer = Pick<Reply, 'message' | 'data'>;
const nameOf = ({ id }: { id: string }, input: unknown) => `${id} ${JSON.stringify(input ?? {})}`;
const isUnreachable = (error: unknown) => isApiError(error) && UNREACHABLE.includes(error.code);

/** Returns the cached reply of a `keptOnDevice` call if the portal cannot be reached. Only the guard of the reply gets it. */
export function withReplyCache(
  client: Client,
  { replyCaches, guardId, isCachingAllowed, onRequest, onCachedReply, onFreshReply }: ReplyCacheDeps,
): Client {
  const canUse = (owner: string) => guardId() === owner && isCachingAllowed();

  /** The session may change, or caching may be switched off, while the reply is stored. */
  async function store(owner: string, name: string, answer: Answer, askedAt: number): Promise<void> {
    const newer = await replyCaches.of(owner).find(name);
    if (!canUse(owner) || (newer && newer.at > askedAt)) return;
    await replyCaches.of(owner).put(name, answer);
    if (!canUse(owner)) await replyCaches.retainOnly(isCachingAllowed() ? guardId() : null);
  }

  async function request<In, Out>(owner: string, endpoint: Endpoint<In, Out>, input: In, asked: CallOptions): Promise<Reply<Out>> {
    const name = nameOf(endpoint, input);
    const askedAt = Date.now();
    onRequest(name);
    try {
      const reply = await client.send(endpoint, input, asked);
      onFreshReply(name);
      void store(owner, name, { message: reply.message, data: reply.data }, askedAt);
      return reply;
    } catch (error) {
      if (isApiError(error) && !isUnreachable(error)) onFreshReply(name);
      if (isApiError(error) && ACCESS_ENDED.includes(error.code)) void replyCaches.of(owner).deleteEntry(name);
      throw error;
    }
  }

  async function find<Out>(owner: string, name: string): Promise<Reply<Out> | null> {
    const found = await replyCaches.of(owner).find<Answer>(name);
    if (!found || !canUse(owner)) return null;
    return { code: 200, message: found.value.message, data: found.value.data as Out, keptAt: found.at };
  }

  async function send<In, Out>(owner: string, endpoint: Endpoint<In, Out>, input: In, asked: CallOptions): Promise<Reply<Out>> {
    const name = nameOf(endpoint, input);
    let isAnswered = false;
    const reply = request(owner, endpoint, input, asked).finally(() => {
      isAnswered = true;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Reply<Out>>((resolve) => {
      timer = setTimeout(async () => {
        const found = await find<Out>(owner, name);
        if (!found || isAnswered || asked.signal?.aborted) return;
        onCachedReply(name, found.keptAt ?? 0);
        const later = reply.then((fresh) => (canUse(owner) ? fresh : null));
        // A caller may ignore it.
        later.catch(() => undefined);
        resolve({ ...found, later });
      }, LATE_MS);
    });
    try {
      return await Promise.race([reply, late]);
    } catch (error) {
      const found = isUnreachable(error) ? await find<Out>(owner, name) : null;
      if (!found) throw error;
      onCachedReply(name, found.keptAt ?? 0);
      return found;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    file: client.file,
    send(endpoint, input, asked = {}) {
      const owner = guardId();
      const isCached = endpoint.keptOnDevice && owner !== null && isCachingAllowed();
      if (!isCached) return client.send(endpoint, input, asked);
      return asked.skipCached ? request(owner, endpoint, input, asked) : send(owner, endpoint, input, asked);
    },
  };
}

interface ReplyCacheSources {
  session: Pick<SessionCore, 'current' | 'subscribe'>;
  registry: Pick<ModuleRegistry, 'current'>;
  pageLocation: Pick<Signal<PageLocation>, 'get' | 'subscribe'>;
}

/** Cached replies of the session's guard, and the age of those that the page shows. */
export function createReplyCache({ session, registry, pageLocation }: ReplyCacheSources) {
  const replyCaches = openReplyCaches();
  const staleIndicator = createStaleIndicator();
  const guardId = () => session.current()?.guardId ?? null;

  // After logout all cached replies are deleted; after login the replies of other guards; expired ones always.
  const clear = () => void replyCaches.retainOnly(guardId());
  session.subscribe(clear);
  clear();
  let { pathname } = pageLocation.get();
  pageLocation.subscribe(() => {
    if (pageLocation.get().pathname !== pathname) staleIndicator.clear();
    pathname = pageLocation.get().pathname;
  });
  return { replyCaches, guardId, isCachingAllowed: () => registry.current().workerOff === undefined, ...staleIndicator };
}
