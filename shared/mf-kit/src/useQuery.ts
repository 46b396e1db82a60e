import { call, isApiError, isTransient, type Reply } from '@portal/api-client/call';
import { domainOf, type Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { type Cache, unstable_serialize, useSWRConfig } from 'swr';
import { type EarlyRead, takeEarlyRead } from './earlyReads';
import { toFailure } from './failure';
import { useServerContent } from './PageInputContext';
import { usePortal } from './PortalContext';
import type { Failure } from './portal';

/** The data before the first reply: an empty page, list or object (SHELL-40). */
export type EmptyData<Out> = Out extends Page<infer T> ? Page<T> : Out extends readonly unknown[] ? Out : Partial<Out>;

interface QueryState {
  error: Failure | null;
  /** There is no data yet, and the first request is in flight. */
  isLoading: boolean;
  /** Older data is shown during a request. */
  isRefreshing: boolean;
  /** The data belongs to the previous input, because the reply for this one is missing or failed (`keepPrevious`). */
  isPrevious: boolean;
  /** When the shown data was requested, in ms by the server's clock. Later writes may be missing in it (`useOptimisticData`). */
  requestedAt: number;
  message: string;
  retry(): void;
}
export type Query<Out> = QueryState & ({ hasData: true; data: Out } | { hasData: false; data: EmptyData<Out> });

export interface QueryOptions {
  /** Shows the data of the previous input until the reply: lists while paging. */
  keepPrevious?: boolean;
  /** Milliseconds between silent revalidations. */
  refreshMs?: number;
  /** Other domains whose changes revalidate this query. Its own domain always does. */
  follows?: readonly string[];
}

const MAX_RETRIES = 2;
const RETRY_MS = 2000;

/** By schema, because describing one is too slow for each render. */
const empties = new WeakMap<object, unknown>();

function emptyOf<Out>({ output }: Endpoint<never, Out>): EmptyData<Out> {
  const known = empties.get(output);
  if (known) return known as EmptyData<Out>;
  const shape = output.describe() as { type: string; fields?: Record<string, unknown> };
  const isPage = shape.fields !== undefined && 'docs' in shape.fields && 'total' in shape.fields;
  const empty = Object.freeze(shape.type === 'array' ? [] : isPage ? { docs: Object.freeze([]), total: 0 } : {});
  empties.set(output, empty);
  return empty as unknown as EmptyData<Out>;
}

/** A reply with the key of its query. */
interface CachedReply<Out> extends Omit<Reply<Out>, 'later'> {
  key: string;
  requestedAt: number;
}
interface Asked<Out> extends Omit<CachedReply<Out>, 'key'> {
  /** The reply was cached on the device. */
  isCached: boolean;
  /** The API's reply, while a late one is replaced by a cached one. */
  later?: Promise<Omit<CachedReply<Out>, 'key'> | null>;
}

async function ask<In, Out>(endpoint: Endpoint<In, Out>, input: In, now: () => Date, early?: EarlyRead): Promise<Asked<Out>> {
  const earlyReply = early && (await early.reply);
  const requestedAt = now().getTime() - (early && earlyReply ? performance.now() - early.startedAt : 0);
  const { keptAt, later, ...reply } = (earlyReply ?? (await call(endpoint, input))) as Reply<Out>;
  if (keptAt === undefined) return { ...reply, requestedAt, isCached: false };
  // Converts to the server's clock.
  const cachedAt = now().getTime() - (Date.now() - keptAt);
  return {
    ...reply,
    requestedAt: cachedAt,
    isCached: true,
    ...(later && { later: later.then((fresh) => fresh && { ...fresh, requestedAt }) }),
  };
}

const newer = <Out>(shown: CachedReply<Out> | undefined, read: CachedReply<Out>): CachedReply<Out> =>
  shown && shown.requestedAt > read.requestedAt ? shown : read;

let reader = '';

/**
 * Clears the cache for another guard. It outlives a mount, so that a return to a screen shows data immediately, but it never outlives a
 * session.
 */
function clearForOtherGuard(guardId: string, cache: Cache): void {
  if (guardId === reader) return;
  for (const key of [...cache.keys()]) cache.delete(key);
  reader = guardId;
}

/**
 * Reads `endpoint` and keeps the data fresh; null as input reads nothing. Never throws: a failure is in `error`, and `data` is an empty
 * page, list or object until the first reply. Data of a route's `content` is there from the first render, on the server too. Revalidates
 * after `portal.changed('<domain>')` of any module.
 *
 * ```tsx
 * const { data, error, isLoading } = useQuery(jobDetail, { id });
 * ```
 */
export function useQuery<In, Out>(endpoint: Endpoint<In, Out>, input: In | null, options: QueryOptions = {}): Query<Out> {
  const portal = usePortal();
  const { cache, compare, mutate: mutateCache } = useSWRConfig();
  // The guard of this mount: after a logout, a screen that is still mounted must request nothing more.
  const [guardId] = useState(() => portal.session.current()?.guardId ?? '');
  clearForOtherGuard(guardId, cache);
  const asked = input === null ? null : [endpoint.id, input, guardId];
  const key = asked === null ? '' : unstable_serialize(asked);
  const served = useServerContent(endpoint, input);
  /** The key that this hook has read, or that a change or Retry reads again: an early read is only for the first read. */
  const readKey = useRef('');
  const reads = useRef(0);
  const retries = useRef(0);
  /** Keeps the object while its data is equal, so that no reader renders again. */
  const same = (read: CachedReply<Out>): CachedReply<Out> => {
    const before = (cache.get(key) as { data?: CachedReply<Out> } | undefined)?.data?.data;
    return before !== undefined && compare(before, read.data) ? { ...read, data: before } : read;
  };
  const { data, error, isLoading, isValidating, mutate } = useSWR<CachedReply<Out>>(
    asked,
    async () => {
      const mine = ++reads.current;
      const early = readKey.current === key ? undefined : takeEarlyRead(endpoint, input as In, guardId);
      readKey.current = key;
      const { later, isCached, ...read } = await ask(endpoint, input as In, portal.now, early);
      const replace = (fresh: Omit<CachedReply<Out>, 'key'> | null) => {
        // If a newer read has begun, this change of the cache would discard its reply.
        if (!fresh || mine !== reads.current) return;
        retries.current = 0;
        void mutateCache(asked, (shown?: CachedReply<Out>) => newer(shown, same({ ...fresh, key })), { revalidate: false });
      };
      // SWR counts a cached reply as a success, so retries are counted here.
      const retry = () => {
        if (mine !== reads.current || ++retries.current > MAX_RETRIES) return;
        setTimeout(() => void mutateCache(asked), RETRY_MS * 2 ** retries.current);
      };
      const onLateFailure = (failure: unknown) => (isApiError(failure) && isTransient(failure) ? retry() : void mutateCache(asked));
      if (later) later.then(replace, onLateFailure);
      else if (isCached) retry();
      else retries.current = 0;
      return same({ ...read, key });
    },
    {
      // The portal host read it moments ago, so the first render requests nothing.
      ...(served && { fallbackData: { ...served, key, requestedAt: 0, code: 200, message: '' }, revalidateIfStale: false }),
      keepPreviousData: options.keepPrevious ?? false,
      refreshInterval: options.refreshMs ?? 0,
      revalidateOnFocus: false,
      shouldRetryOnError: (failure: unknown) => isApiError(failure) && isTransient(failure),
      errorRetryCount: MAX_RETRIES,
      errorRetryInterval: RETRY_MS,
    },
  );
  const readAgain = useCallback(() => {
    readKey.current = key;
    void mutate();
  }, [key, mutate]);
  const followed = [domainOf(endpoint.id), ...(options.follows ?? [])].join();
  useEffect(() => {
    const stops = followed.split(',').map((domain) => portal.onChanged(domain, readAgain));
    return () => {
      for (const stop of stops) stop();
    };
  }, [portal, followed, readAgain]);
  const state: QueryState = {
    error: error === undefined ? null : toFailure(error),
    isLoading,
    isRefreshing: isValidating && data !== undefined,
    isPrevious: data !== undefined && data.key !== key,
    requestedAt: data?.requestedAt ?? 0,
    message: data?.message ?? '',
    retry: readAgain,
  };
  return data === undefined
    ? { ...state, hasData: false, data: emptyOf(endpoint as Endpoint<never, Out>) }
    : { ...state, hasData: true, data: data.data };
}
