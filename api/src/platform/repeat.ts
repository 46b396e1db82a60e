import type { FastifyInstance } from 'fastify';

/**
 * Acts every `ms` until the API closes, never twice at once; `failed` is what the log says when it could not. Returns what makes it
 * act now, when something is known to wait.
 */
export function repeat(app: FastifyInstance, ms: number, act: () => Promise<unknown>, failed: string): () => void {
  let isActing = false;
  const run = () => {
    if (isActing) return;
    isActing = true;
    act()
      .catch(() => app.log.warn(failed))
      .finally(() => {
        isActing = false;
      });
  };
  const timer = setInterval(run, ms);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return run;
}
