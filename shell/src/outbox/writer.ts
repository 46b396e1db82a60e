import { type CallOptions, call, isApiError, isTransient } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import { domainOf, type Endpoint } from '@portal/contracts/_kernel/endpoint';
import { toFailure } from '@portal/mf-kit/failure';
import { newUuid } from '@portal/mf-kit/newKey';
import type { Failure, WriteEntry, WriteOptions, WriteResult } from '@portal/mf-kit/portal';
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import type { TraceHeaders } from '../telemetry/callTrace';
import type { PageOutbox } from './outbox';

const BACK_OFF_MS = [1000, 3000];

export interface WriterDeps {
  changed(domain: string): void;
  now(): Date;
  /** The guard of the session. */
  guardId(): string | null;
  outbox: Pick<PageOutbox, 'add' | 'firstQueued'>;
  /** Every try of a write has the trace of its tap. */
  traceCall(): TraceHeaders;
  wait?: (ms: number) => Promise<void>;
}

const cancelled: Failure = { code: 0, message: copy.cancelled, userMessage: copy.cancelled, fields: {} };
/** `owner`: the guard who opened the form. Null: the guard of the session. */
interface Write<In, Out> {
  owner: string | null;
  endpoint: Endpoint<In, Out>;
  input: In;
  callOptions: CallOptions & { headers: TraceHeaders };
}

const unlisted = <Out>(result: WriteResult<Out>): WriteResult<Out> =>
  result.ok ? result : { ok: false, error: { ...result.error, isUnlisted: true } };

const loggedOutText = 'You are no longer logged in here, so this was not sent. Please log in again.';
const otherSessionFailure: Failure = { code: 401, message: 'another session', userMessage: loggedOutText, fields: {} };
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const blockedBy = ({ what }: WriteEntry): Failure => {
  const text = `“${what}” is waiting to be sent first. Please try again once it is sent.`;
  return { code: 0, message: text, userMessage: text, fields: {} };
};

/** Runs tasks of one key one after the other, also after a failed task. A key is deleted with its last task. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return {
    size: () => last.size,
    run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
      const before = last.get(key) ?? Promise.resolve();
      const result = before.then(task);
      const finished = result
        .catch(() => undefined)
        .then(() => {
          if (last.get(key) === finished) last.delete(key);
        });
      last.set(key, finished);
      return result;
    },
  };
}

/**
 * Sends writes: durable ones through the outbox, others directly. Every try has the same key; writes of one order key are sent in sequence.
 * A write of one guard is never sent as another guard or without a session. Never rejects.
 */
export function createWriter({ changed, now, guardId, outbox, traceCall, wait = sleep }: WriterDeps) {
  const inOrder = createKeyedQueue();

  const isOtherSession = (owner: string | null) => owner !== null && guardId() !== owner;

  async function send<In, Out>({ owner, endpoint, input, callOptions }: Write<In, Out>, tries = 0): Promise<WriteResult<Out>> {
    if (isOtherSession(owner)) return { ok: false, error: otherSessionFailure };
    try {
      const { message, data } = await call(endpoint, input, callOptions);
      // Before the data is requested again: a later reply contains this write.
      const at = now().toISOString();
      changed(domainOf(endpoint.id));
      return { ok: true, message, data, at };
    } catch (error) {
      if (callOptions.signal?.aborted) return { ok: false, error: cancelled };
      const pause = BACK_OFF_MS[tries];
      if (pause === undefined || !(isApiError(error) && isTransient(error))) return { ok: false, error: toFailure(error) };
      await wait(pause);
      return send({ owner, endpoint, input, callOptions }, tries + 1);
    }
  }

  async function sendNext<In, Out>(act: Write<In, Out>, order: string): Promise<WriteResult<Out>> {
    const waiting = await outbox.firstQueued(order);
    return waiting ? { ok: false, error: blockedBy(waiting) } : send(act);
  }

  /** A write that the device cannot store is sent directly. */
  async function queueOrSend<In, Out>(act: Write<In, Out>, options: WriteOptions & { key: string }): Promise<WriteResult<Out>> {
    const { durable, onState } = options;
    if (isOtherSession(act.owner)) return unlisted({ ok: false, error: otherSessionFailure });
    try {
      if (durable) return await outbox.add(act.endpoint, act.input, { ...options, durable, trace: act.callOptions.headers });
    } catch {
      onState?.('sending', now().toISOString());
    }
    const result = await send(act);
    onState?.(result.ok ? 'sent' : 'failed', now().toISOString());
    return unlisted(result);
  }

  return function writeAs<In, Out>(
    owner: string | null,
    endpoint: Endpoint<In, Out>,
    input: In,
    options: WriteOptions = {},
  ): Promise<WriteResult<Out>> {
    const { key = newUuid(), order, onProgress, signal, durable } = options;
    const headers = traceCall();
    const callOptions = { idempotencyKey: key, headers, ...(onProgress && { onProgress }), ...(signal && { signal }) };
    const act = { owner, endpoint, input, callOptions };
    if (durable) return queueOrSend(act, { ...options, key });
    if (order === undefined) return send(act);
    return inOrder.run(order, () => sendNext(act, order));
  };
}

/** Counts the writes that would be lost with the page. A durable write is stored on the device. */
export function countDirectWrites(page: PagePortal): { portal: PagePortal; isSending: () => boolean } {
  let sending = 0;
  const writeAs: PagePortal['writeAs'] = (guardId, endpoint, input, options) => {
    const written = page.writeAs(guardId, endpoint, input, options);
    if (options?.durable) return written;
    sending++;
    return written.finally(() => {
      sending--;
    });
  };
  return { portal: { ...page, writeAs }, isSending: () => sending > 0 };
}
