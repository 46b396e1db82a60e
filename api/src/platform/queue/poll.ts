import { unrecordedTrace } from '@portal/tracing/tracing';
import type { FastifyBaseLogger } from 'fastify';
import { currentServices, runWithServices } from '../context';
import { logFields } from '../http/errors';

/** What a background job needs of its process: the log, and hooks for the close. */
export interface JobLifecycle {
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Runs `hook` at the begin of the shutdown, so that jobs end while the last calls are answered. */
  addHook(name: 'preClose', hook: () => Promise<void>): unknown;
  /** Runs `hook` after the last call. */
  addHook(name: 'onClose', hook: () => Promise<void>): unknown;
}

/**
 * Runs `act` every `ms` milliseconds until the API closes, one run at a time; `failed` is the log line of an error. When the API closes, it aborts
 * the signal and awaits the running `act`. Returns a function that starts a run immediately; during a run it requests another one
 * afterwards, because the current run may have read older data.
 */
export function poll(lifecycle: JobLifecycle, ms: number, act: (stopping: AbortSignal) => Promise<unknown>, failed: string): () => void {
  const api = currentServices();
  const stop = new AbortController();
  let acting: Promise<void> | null = null;
  let isAsked = false;
  const run = () => {
    if (stop.signal.aborted) return;
    const guarded = async () => {
      try {
        await act(stop.signal);
      } catch (error) {
        lifecycle.log.warn(logFields(error), failed);
      }
    };
    acting ??= runWithServices(api, guarded, unrecordedTrace()).finally(() => {
      acting = null;
      if (isAsked) ask();
    });
  };
  const ask = () => {
    isAsked = acting !== null;
    run();
  };
  const timer = setInterval(run, ms);
  timer.unref();
  lifecycle.addHook('onClose', async () => {
    stop.abort();
    clearInterval(timer);
    await acting;
  });
  return ask;
}

/** Makes `pollNow` call `ask` until the API closes. */
export function registerPoll(lifecycle: JobLifecycle, name: string, ask: () => void): void {
  const { polls } = currentServices();
  polls.set(name, ask);
  lifecycle.addHook('onClose', async () => {
    if (polls.get(name) === ask) polls.delete(name);
  });
}

/** Starts a run of the registered poll immediately, if this process has it. */
export const pollNow = (name: string): void => currentServices().polls.get(name)?.();

/**
 * Calls `say` every `ms` milliseconds while `act` runs, for example to report that a worker is alive. Errors of `say` are ignored, and the next
 * call is the retry: `act` has to check the result.
 */
export async function withHeartbeat<T>(ms: number, say: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  // Async, so that an error before the first await is a rejection too: after the close of the API, `say` throws.
  const beat = async () => say();
  const timer = setInterval(() => void beat().catch(() => undefined), ms);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}
