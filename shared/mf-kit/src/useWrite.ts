import { call } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isDismissed, toFailure } from './failure';
import { usePortal } from './PortalContext';
import type { DurableWrite, Failure, Portal, WriteOptions, WriteResult, WriteState } from './portal';
import { recordCompletedWrite } from './useOptimisticData';

/** The result for a form: answered (`kept: false`), or stored on the device (`kept: true`). */
export type QueuedResult<Out> = (WriteResult<Out> & { kept: false }) | { ok: true; kept: true };
export type QueueOptions = WriteOptions & { durable: DurableWrite };

export interface Write<In, Out> {
  /**
   * Sends the input and resolves with the result; never rejects. While a write is in flight, a second call returns the same promise. A
   * durable write that waits on the device is not in flight: its promise stays open, and another one may be sent.
   */
  send(input: In, options?: WriteOptions): Promise<WriteResult<Out>>;
  /** For a form: as `send`, but resolves as soon as the write is answered or stored on the device. The form itself shows a refusal. */
  sendOrQueue(input: In, options: QueueOptions): Promise<QueuedResult<Out>>;
  /** The screen of this hook is still mounted. For `takesRefusal` of a screen that shows refusals itself. */
  isScreenMounted(): boolean;
  /** A write is in flight; false while it waits on the device. */
  busy: boolean;
  /** The state of the last durable write of this hook. For earlier ones and other tabs, use `useOutboxEntries`. */
  state: WriteState | null;
  failure: Failure | null;
  reset(): void;
}

/** Without a session no guard can own an outbox entry, so the call is sent directly. */
async function outcome<In, Out>(portal: Portal, endpoint: Endpoint<In, Out>, input: In, options?: WriteOptions): Promise<WriteResult<Out>> {
  if (endpoint.auth !== 'basic') return portal.write(endpoint, input, options);
  try {
    const { message, data } = await call(endpoint, input);
    return { ok: true, message, data, at: portal.now().toISOString() };
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

let answers = 0;

/**
 * Records for `useOptimisticData` that the act with this order key was answered at `at`. The outbox lists a durable one, unless the device
 * could not store it.
 */
function recordForOptimisticData(portal: Portal, endpointId: string, input: unknown, { order, durable }: WriteOptions, at: string): void {
  if (order === undefined) return;
  const isListed = portal.outbox?.current().some((entry) => entry.endpointId === endpointId && entry.sentAt === at);
  if (durable && isListed) return;
  const act = { key: `answered-${++answers}`, endpointId, order, what: durable?.what ?? '', input, createdAt: at, validUntil: null };
  recordCompletedWrite(portal, { ...act, state: 'sent', sentAt: at });
}

/**
 * Sends `endpoint` as a write with an idempotency key and, in a session, through the outbox.
 *
 * ```tsx
 * const { send, busy } = useWrite(startBreak);
 * const result = await send({ jobId, shiftId, reason });
 * ```
 *
 * For durable writes see `useOutboxEntries`.
 */
export function useWrite<In, Out>(endpoint: Endpoint<In, Out>): Write<In, Out> {
  const portal = usePortal();
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<WriteState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const flight = useRef<Promise<WriteResult<Out>> | null>(null);
  const last = useRef(0);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const isScreenMounted = useCallback(() => isMounted.current, []);

  const send = useCallback(
    (input: In, options?: WriteOptions) => {
      if (flight.current) return flight.current;
      setBusy(true);
      setFailure(null);
      setState(null);
      const serial = ++last.current;
      const isLast = () => last.current === serial;
      let isOut = true;
      const release = () => {
        isOut = false;
        if (!isLast()) return;
        flight.current = null;
        setBusy(false);
      };
      const onState = (next: WriteState, at: string) => {
        if (isLast()) setState(next);
        if (next === 'on device') release();
        options?.onState?.(next, at);
      };
      const sent = outcome(portal, endpoint, input, options?.durable ? { ...options, onState } : options).then((result) => {
        if (result.ok) recordForOptimisticData(portal, endpoint.id, input, options ?? {}, result.at);
        release();
        if (!result.ok && isLast() && !isDismissed(result.error)) setFailure(result.error);
        return result;
      });
      if (isOut) flight.current = sent;
      return sent;
    },
    [portal, endpoint],
  );

  const sendOrQueue = useCallback(
    (input: In, options: QueueOptions) =>
      new Promise<QueuedResult<Out>>((resolve) => {
        let isKept = false;
        const durable = { takesRefusal: () => isScreenMounted() && !isKept, ...options.durable };
        const onState = (next: WriteState, at: string) => {
          options.onState?.(next, at);
          if (next !== 'on device') return;
          isKept = true;
          resolve({ ok: true, kept: true });
        };
        void send(input, { ...options, durable, onState }).then((result) => resolve({ ...result, kept: false }));
      }),
    [send, isScreenMounted],
  );
  return { send, sendOrQueue, isScreenMounted, busy, state, failure, reset: () => setFailure(null) };
}
