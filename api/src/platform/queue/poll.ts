import type { FastifyInstance } from 'fastify';
import { logFields } from '../http/errors';
import { startSpan, withTrace } from '../http/trace-context';

/**
 * Runs `act` every `ms` milliseconds until the API closes, one run at a time; `failed` is the log line of an error. When the API closes, it aborts
 * the signal and awaits the running `act`. Returns a function that starts a run immediately; during a run it requests another one
 * afterwards, because the current run may have read older data.
 */
export function poll(app: FastifyInstance, ms: number, act: (stopping: AbortSignal) => Promise<unknown>, failed: string): () => void {
  const stop = new AbortController();
  let acting: Promise<void> | null = null;
  let isAsked = false;
  const run = () => {
    if (stop.signal.aborted) return;
    acting ??= withTrace(startSpan(null), () =>
      act(stop.signal).then(
        () => {},
        (error) => app.log.warn(logFields(error), failed),
      ),
    ).finally(() => {
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
  app.addHook('onClose', async () => {
    stop.abort();
    clearInterval(timer);
    await acting;
  });
  return ask;
}

/**
 * Calls `say` every `ms` milliseconds while `act` runs, for example to report that a worker is alive. Errors of `say` are ignored, and the next
 * call is the retry: `act` has to check the result.
 */
export async function withHeartbeat<T>(ms: number, say: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void say().catch(() => undefined), ms);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}
