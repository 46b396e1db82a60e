import { type CallOptions, call, isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { toFailure } from '@portal/mf-kit/failure';
import type { Failure, WriteEntry, WriteOptions, WriteResult } from '@portal/mf-kit/portal';
import type { ShellOutbox } from './outbox';

const BACK_OFF_MS = [1000, 3000];

export interface SenderParts {
  changed(domain: string): void;
  now(): Date;
  outbox: Pick<ShellOutbox, 'add' | 'ahead'>;
  wait?: (ms: number) => Promise<void>;
}

const cancelled: Failure = { code: 0, message: copy.cancelled, userMessage: copy.cancelled, fields: {} };
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const isTransient = (error: unknown) => isApiError(error) && (error.code === 0 || error.code >= 500);

/** crypto.randomUUID exists on secure origins only. */
function newKey(): string {
  if (window.isSecureContext) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const after = ({ what }: WriteEntry): Failure => {
  const words = `“${what}” waits to be sent and comes first. Please try again once it is sent.`;
  return { code: 0, message: words, userMessage: words, fields: {} };
};

/**
 * Sends writes: durable ones through the outbox, others while the page lives. The same key on every try, in order per order key.
 * Never rejects.
 */
export function createSender({ changed, now, outbox, wait = sleep }: SenderParts) {
  const lines = new Map<string, Promise<unknown>>();

  async function send<In, Out>(endpoint: Endpoint<In, Out>, input: In, asked: CallOptions, tries = 0): Promise<WriteResult<Out>> {
    try {
      const { message, data } = await call(endpoint, input, asked);
      changed(endpoint.id.split('.')[0] ?? endpoint.id);
      return { ok: true, message, data, at: now().toISOString() };
    } catch (error) {
      if (asked.signal?.aborted) return { ok: false, error: cancelled };
      const pause = BACK_OFF_MS[tries];
      if (pause === undefined || !isTransient(error)) return { ok: false, error: toFailure(error) };
      await wait(pause);
      return send(endpoint, input, asked, tries + 1);
    }
  }

  async function inLine<In, Out>(endpoint: Endpoint<In, Out>, input: In, asked: CallOptions, order: string): Promise<WriteResult<Out>> {
    const waits = await outbox.ahead(order);
    return waits ? { ok: false, error: after(waits) } : send(endpoint, input, asked);
  }

  /** Without an outbox, or without room on the device, it is sent at once and is not kept. */
  async function keep<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: WriteOptions & { key: string }): Promise<WriteResult<Out>> {
    const { durable, key, onState } = options;
    try {
      if (durable) return await outbox.add(endpoint, input, { ...options, durable });
    } catch {
      onState?.('sending', now().toISOString());
    }
    const result = await send(endpoint, input, { idempotencyKey: key });
    onState?.(result.ok ? 'sent' : 'failed', now().toISOString());
    return result;
  }

  return function write<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: WriteOptions = {}): Promise<WriteResult<Out>> {
    const { key = newKey(), order, onProgress, signal, durable } = options;
    if (durable) return keep(endpoint, input, { ...options, key });
    const asked: CallOptions = { idempotencyKey: key, ...(onProgress && { onProgress }), ...(signal && { signal }) };
    if (order === undefined) return send(endpoint, input, asked);
    const sent = (lines.get(order) ?? Promise.resolve()).then(() => inLine(endpoint, input, asked, order));
    lines.set(order, sent);
    return sent;
  };
}
