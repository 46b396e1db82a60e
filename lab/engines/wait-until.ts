import { setTimeout as wait } from 'node:timers/promises';

/** A long limit costs nothing, because the wait ends when the condition holds. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Calls `look` until it returns a truthy value, and returns that. If `look` throws, for example because the page navigated, the last error is part
 * of the timeout message.
 */
export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>, withinMs = DEADLINE_MS): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const { found, reason } = await look().then(
      (value) => ({ found: value, reason: '' }),
      (error: Error) => ({ found: null, reason: `: ${error.message}` }),
    );
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs / 1000} s${reason}`);
    await wait(PAUSE_MS);
  }
}
