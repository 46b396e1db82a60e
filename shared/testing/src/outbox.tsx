import { type CallOptions, call, isApiError } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { bytesOf } from '@portal/contracts/_kernel/files';
import { dismissedFailure, toFailure } from '@portal/mf-kit/failure';
import type { Failure, Outbox, WriteEntry, WriteOptions, WriteResult, WriteState } from '@portal/mf-kit/portal';
import { act } from '@testing-library/react';

const AT = '2027-03-14T15:00:00.000Z';
let serial = 0;

/** A durable write as a screen reads it after a reload: stored on the device, unless `over` changes that. */
export const waitingWrite = (over: Partial<WriteEntry> = {}): WriteEntry => ({
  key: `waiting-${++serial}`,
  endpointId: 'test.act',
  order: null,
  what: 'Break: Lunch',
  input: {},
  state: 'on device',
  createdAt: AT,
  validUntil: null,
  ...over,
});

export interface FakeOutbox extends Required<Outbox> {
  /** Adds an entry, or replaces the entry with its key, like another tab or an earlier visit. */
  put(entry: WriteEntry): void;
  /** Entries on the device that the page has not read; `read` lists them. */
  readonly unread: WriteEntry[];
  /** The device cannot store more, so a durable write is sent immediately and is not listed. */
  isFull: boolean;
  readonly retried: string[];
  readonly dismissed: string[];
  write<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: WriteOptions): Promise<WriteResult<Out>>;
}

const isUnanswered = (error: unknown) => isApiError(error) && (error.code === 0 || error.code >= 500 || error.code === 429);

interface FailedTry {
  setState(state: WriteState, more: Partial<WriteEntry>): void;
  hide(): void;
  resolve(result: { ok: false; error: Failure }): void;
  options: WriteOptions;
}

/** Without a reply the entry stays on the device; otherwise it has failed. */
function endTry(error: unknown, { setState, hide, resolve, options }: FailedTry): void {
  const failure = toFailure(error);
  if (isUnanswered(error)) {
    setState('on device', { failure });
    return;
  }
  setState('failed', { failure });
  if (options.durable?.takesRefusal?.()) hide();
  resolve({ ok: false, error: failure });
}

/**
 * The outbox of a test. It sends to mocked endpoints immediately and on `retry`, but not on a timer. Without a reply (0, 429, 5xx) a
 * durable write stays on the device and its promise stays open, as in the shell.
 */
export function fakeOutbox(clock: () => Date, changed: (domain: string) => void): FakeOutbox {
  const now = () => clock().toISOString();
  const listeners = new Set<() => void>();
  const retries = new Map<string, () => Promise<void>>();
  const cancels = new Map<string, () => void>();
  const [retried, dismissed]: [string[], string[]] = [[], []];
  const unread: WriteEntry[] = [];
  let entries: readonly WriteEntry[] = [];

  const show = (next: readonly WriteEntry[]) => {
    entries = next;
    act(() => {
      for (const listener of [...listeners]) listener();
    });
  };
  const put = (entry: WriteEntry) => {
    const isKnown = entries.some(({ key }) => key === entry.key);
    show(isKnown ? entries.map((one) => (one.key === entry.key ? entry : one)) : [...entries, entry]);
  };
  const remove = (key: string) => show(entries.filter((entry) => entry.key !== key));

  async function send<In, Out>(endpoint: Endpoint<In, Out>, input: In, options: CallOptions): Promise<WriteResult<Out>> {
    const { message, data } = await call(endpoint, input, options);
    const at = now();
    changed(endpoint.id.split('.')[0] ?? endpoint.id);
    return { ok: true, message, data, at };
  }

  function store<In, Out>(endpoint: Endpoint<In, Out>, input: In, entry: WriteEntry, options: WriteOptions) {
    return new Promise<WriteResult<Out>>((resolve) => {
      let controller = new AbortController();
      const setState = (state: WriteState, more: Partial<WriteEntry> = {}) => {
        put({ ...entry, ...more, state });
        act(() => options.onState?.(state, now()));
      };
      const onProgress = (progress: number) => {
        put({ ...entry, state: 'sending', progress });
        act(() => options.onProgress?.(progress));
      };
      const attempt = async () => {
        setState('sending');
        controller = new AbortController();
        const { signal } = controller;
        try {
          const result = await send(endpoint, input, { idempotencyKey: entry.key, signal, ...(entry.bytes && { onProgress }) });
          setState('sent', { sentAt: result.ok ? result.at : now(), input: undefined });
          resolve(result);
        } catch (error) {
          if (!signal.aborted) endTry(error, { setState, hide: () => remove(entry.key), resolve, options });
        }
      };
      retries.set(entry.key, attempt);
      cancels.set(entry.key, () => {
        controller.abort();
        resolve({ ok: false, error: dismissedFailure });
      });
      void attempt();
    });
  }

  return {
    isFull: false,
    retried,
    dismissed,
    unread,
    async read() {
      for (const entry of unread.splice(0)) put(entry);
    },
    put,
    current: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry(key) {
      retried.push(key);
      void retries.get(key)?.();
    },
    dismiss(key) {
      dismissed.push(key);
      remove(key);
      cancels.get(key)?.();
    },
    async write(endpoint, input, options) {
      const { key = 'test-key', order = null, validUntil = null, durable } = options;
      if (durable && !this.isFull) {
        const own = options.key ?? `durable-${++serial}`;
        const fields = { key: own, endpointId: endpoint.id, order, what: durable.what, input, createdAt: now(), validUntil };
        const bytes = bytesOf(input);
        const entry = waitingWrite({ ...fields, ...(bytes > 0 && { bytes }) });
        return store(endpoint, input, entry, options);
      }
      try {
        const { onProgress, signal } = options;
        return await send(endpoint, input, { idempotencyKey: key, ...(onProgress && { onProgress }), ...(signal && { signal }) });
      } catch (error) {
        return { ok: false, error: { ...toFailure(error), ...(durable && { isUnlisted: true as const }) } };
      }
    },
  };
}
