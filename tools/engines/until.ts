import { setTimeout as wait } from 'node:timers/promises';

/** Wide: a condition that holds ends the wait at once. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 100;

/** Looks until what was looked for is there, and gives it. What fails meanwhile (a page that goes, an element that was drawn anew) is the reason told at the deadline. */
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
