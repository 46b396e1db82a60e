import { call, isApiError, isTransient, type Reply } from '@portal/api-client/call';
import { domainOf, type Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { useEffect, useRef, useState } from 'react';
import useSWR, { type Cache, unstable_serialize, useSWRConfig } from 'swr';
import { toFailure } from './failure';
import { useServerContent } from './PageInputContext';
import { usePortal } from './PortalContext';
import type { Failure } from './portal';

/** What stands for data that is not there: an empty page, list or object (SHELL-40). */
export type Empty<Out> = Out extends Page<infer T> ? Page<T> : Out extends readonly unknown[] ? Out : Partial<Out>;

interface QueryState {
  error: Failure | null;
  /** The first answer is awaited and there is nothing to show. */
  isLoading: boolean;
  /** Older data is shown while newer is fetched. */
  isRefreshing: boolean;
  /** What is shown answers the input before: the answer to this one is not there, or failed (`keepPrevious`). */
  isPrevious: boolean;
  /** When what is shown was asked for, in ms by the server's clock: what was done later may be missing in it (`useOverlay`). */
  requestedAt: number;
  /** The server's words of the last answer. */
  message: string;
  retry(): void;
}
export type Query<Out> = QueryState & ({ hasData: true; data: Out } | { hasData: false; data: Empty<Out> });

export interface QueryOptions {
  /** Shows the previous input's data until the new one's is there: lists while paging. */
  keepPrevious?: boolean;
  /** Milliseconds between silent re-reads. */
  refreshMs?: number;
  /** Other domains whose data this reply shows; its own is always followed. */
  follows?: readonly string[];
}

const MAX_RETRIES = 2;
const RETRY_MS = 2000;

/** By shape: describing one is much work for a render. */
const empties = new WeakMap<object, unknown>();

function emptyOf<Out>({ output }: Endpoint<never, Out>): Empty<Out> {
  const known = empties.get(output);
  if (known) return known as Empty<Out>;
  const shape = output.describe() as { type: string; fields?: Record<string, unknown> };
  const isPage = shape.fields !== undefined && 'docs' in shape.fields && 'total' in shape.fields;
  const empty = Object.freeze(shape.type === 'array' ? [] : isPage ? { docs: Object.freeze([]), total: 0 } : {});
  empties.set(output, empty);
  return empty as unknown as Empty<Out>;
}

/** Asked for before their reader was rendered, by key; nobody reads an answer that is older than this. */
const prefetched = new Map<string, { reply: Promise<Reply<unknown>>; at: number }>();
const EARLY_MS = 2000;

/** A reply with its question. */
interface CachedReply<Out> extends Omit<Reply<Out>, 'later'> {
  key: string;
  requestedAt: number;
}
/** `later`: the portal's reply, where a cached one is shown because it was late. */
interface Asked<Out> extends Omit<CachedReply<Out>, 'key'> {
  later?: Promise<Omit<CachedReply<Out>, 'key'> | null>;
}

/** Asks already for what `useQuery` will read with the same endpoint and input once the next address is rendered. */
export function prefetch<In, Out>(endpoint: Endpoint<In, Out>, input: In): void {
  const key = unstable_serialize([endpoint.id, input]);
  const asked = { reply: call(endpoint, input), at: performance.now() };
  // A failure is told by the reader, if there is one.
  asked.reply.catch(() => undefined);
  prefetched.set(key, asked);
  setTimeout(() => prefetched.get(key) === asked && prefetched.delete(key), EARLY_MS);
}

async function ask<In, Out>(endpoint: Endpoint<In, Out>, input: In, now: () => Date): Promise<Asked<Out>> {
  const wanted = unstable_serialize([endpoint.id, input]);
  const asked = prefetched.get(wanted);
  prefetched.delete(wanted);
  const requestedAt = now().getTime() - (asked ? performance.now() - asked.at : 0);
  const { keptAt, later, ...reply } = (await (asked?.reply ?? call(endpoint, input))) as Reply<Out>;
  if (keptAt === undefined) return { ...reply, requestedAt };
  // By the server's clock, whatever the device's own says.
  const cachedAt = now().getTime() - (Date.now() - keptAt);
  return { ...reply, requestedAt: cachedAt, ...(later && { later: later.then((fresh) => fresh && { ...fresh, requestedAt }) }) };
}

const newer = <Out>(shown: CachedReply<Out> | undefined, read: CachedReply<Out>): CachedReply<Out> =>
  shown && shown.requestedAt > read.requestedAt ? shown : read;

let reader = '';

/** What was read outlives a mount, so that coming back shows data at once, and never a session: another guard finds nothing of it. */
function clearForOtherGuard(guardId: string, cache: Cache): void {
  if (guardId === reader) return;
  for (const key of [...cache.keys()]) cache.delete(key);
  reader = guardId;
}

/**
 * Reads `endpoint` and keeps it fresh; null input waits. Never throws: a failure is `error`, and data stays an empty page, list
 * or object until the first answer. What the route's `content` names is there from the first render on, on the server too. Revalidates when any module says `portal.changed('<domain>')`.
 */
export function useQuery<In, Out>(endpoint: Endpoint<In, Out>, input: In | null, options: QueryOptions = {}): Query<Out> {
  const portal = usePortal();
  const { cache, compare, mutate: mutateCache } = useSWRConfig();
  // Whose screen it is, until it is left: one whose guard logs out must not ask once more for nobody.
  const [guardId] = useState(() => portal.session.current()?.guardId ?? '');
  clearForOtherGuard(guardId, cache);
  const asked = input === null ? null : [endpoint.id, input, guardId];
  const key = asked === null ? '' : unstable_serialize(asked);
  const served = useServerContent(endpoint, input);
  const reads = useRef(0);
  const lateFailures = useRef(0);
  /** With the object that is shown while its data is equal, so that no reader renders again. */
  const same = (read: CachedReply<Out>): CachedReply<Out> => {
    const before = (cache.get(key) as { data?: CachedReply<Out> } | undefined)?.data?.data;
    return before !== undefined && compare(before, read.data) ? { ...read, data: before } : read;
  };
  const { data, error, isLoading, isValidating, mutate } = useSWR<CachedReply<Out>>(
    asked,
    async () => {
      const mine = ++reads.current;
      const { later, ...read } = await ask(endpoint, input as In, portal.now);
      const replace = (fresh: Omit<CachedReply<Out>, 'key'> | null) => {
        // A read that began in the meantime would lose its reply to this change of the cache.
        if (!fresh || mine !== reads.current) return;
        lateFailures.current = 0;
        void mutateCache(asked, (shown?: CachedReply<Out>) => newer(shown, same({ ...fresh, key })), { revalidate: false });
      };
      // SWR sees a cached reply as a success, so the retries are counted here.
      const again = (failure: unknown) => {
        if (!isApiError(failure) || !isTransient(failure)) return void mutateCache(asked);
        if (mine !== reads.current || ++lateFailures.current > MAX_RETRIES) return;
        setTimeout(() => void mutateCache(asked), RETRY_MS * 2 ** lateFailures.current);
      };
      if (later) later.then(replace, again);
      else lateFailures.current = 0;
      return same({ ...read, key });
    },
    {
      // The host read it moments ago: not asked for again at once.
      ...(served && { fallbackData: { ...served, key, requestedAt: 0, code: 200, message: '' }, revalidateIfStale: false }),
      keepPreviousData: options.keepPrevious ?? false,
      refreshInterval: options.refreshMs ?? 0,
      revalidateOnFocus: false,
      shouldRetryOnError: (failure: unknown) => isApiError(failure) && isTransient(failure),
      errorRetryCount: MAX_RETRIES,
      errorRetryInterval: RETRY_MS,
    },
  );
  const followed = [domainOf(endpoint.id), ...(options.follows ?? [])].join();
  useEffect(() => {
    const stops = followed.split(',').map((domain) => portal.onChanged(domain, () => void mutate()));
    return () => {
      for (const stop of stops) stop();
    };
  }, [portal, followed, mutate]);
  const state: QueryState = {
    error: error === undefined ? null : toFailure(error),
    isLoading,
    isRefreshing: isValidating && data !== undefined,
    isPrevious: data !== undefined && data.key !== key,
    requestedAt: data?.requestedAt ?? 0,
    message: data?.message ?? '',
    retry: () => void mutate(),
  };
  return data === undefined
    ? { ...state, hasData: false, data: emptyOf(endpoint as Endpoint<never, Out>) }
    : { ...state, hasData: true, data: data.data };
}
