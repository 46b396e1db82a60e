import type { FastifyInstance } from 'fastify';
import { logFields } from '../http/errors';
import { startSpan, withTrace } from '../http/trace-context';

/**
 * Acts every `ms` until the API closes, never twice at once; `failed` is what the log says when it could not. The API waits for an act
 * that is under way when it closes, and tells it by the signal to come to an end. Returns what makes it act now, when something is known
 * to wait: while it acts, once more afterwards, because what it acts on may have been read before.
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
 * Says something every `ms` for as long as it acts, such as that its worker lives. What cannot be said just now is said the next time: whether
 * it was heard is for `act` to ask.
 */
export async function withHeartbeat<T>(ms: number, say: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void say().catch(() => undefined), ms);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}
