import { call, type Reply } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { unstable_serialize } from 'swr';

/** A request that began before the hook that reads it. */
export interface EarlyRead {
  /** By `performance.now()`. */
  startedAt: number;
  /** Null after a failure: the hook then requests the data itself. */
  reply: Promise<Reply<unknown> | null>;
}

/** The guard who reads, and a signal that drops the read while no hook has taken it. */
export interface EarlyReader {
  guardId: string;
  signal?: AbortSignal;
}

/** By endpoint, input and guard. */
const earlyReads = new Map<string, EarlyRead>();
const EXPIRY_MS = 2000;
/** Such a read is aborted after this time: the hook's own one is replaced by the reply that is cached on the device. */
const MAX_WAIT_MS = 4000;

const keyOf = <In, Out>({ id }: Endpoint<In, Out>, input: In, guardId: string) => unstable_serialize([id, input, guardId]);

/**
 * Requests the data that a `useQuery` with the same endpoint and input reads first. A reply that is cached on the device
 * is not used, so no notice about it appears on the page that the guard leaves.
 */
export function readEarly<In, Out>(endpoint: Endpoint<In, Out>, input: In, by: EarlyReader): void {
  const key = keyOf(endpoint, input, by.guardId);
  if (by.signal?.aborted || earlyReads.has(key)) return;
  const controller = new AbortController();
  const drop = () => {
    if (earlyReads.get(key) !== read) return;
    earlyReads.delete(key);
    controller.abort();
  };
  const onReply = (reply: Reply<Out>) => {
    setTimeout(drop, EXPIRY_MS);
    return reply;
  };
  const onFailure = () => {
    drop();
    return null;
  };
  const reply = call(endpoint, input, { signal: controller.signal, skipCached: true }).then(onReply, onFailure);
  const read: EarlyRead = { startedAt: performance.now(), reply };
  if (endpoint.keptOnDevice) setTimeout(() => controller.abort(), MAX_WAIT_MS);
  by.signal?.addEventListener('abort', drop);
  earlyReads.set(key, read);
}

/** Returns an early read once. */
export function takeEarlyRead<In, Out>(endpoint: Endpoint<In, Out>, input: In, guardId: string): EarlyRead | undefined {
  const key = keyOf(endpoint, input, guardId);
  const read = earlyReads.get(key);
  earlyReads.delete(key);
  return read;
}
