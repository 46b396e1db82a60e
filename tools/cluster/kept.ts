import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../portal/child.mjs';

/** As a supervisor waits before it starts again what has died. */
const AGAIN_MS = 500;

/** A process that is started again when it dies, as systemd or compose do. */
export interface Kept {
  name: string;
  /** Ends it at once, and waits until it serves again. @returns how many milliseconds that took. */
  kill(): Promise<number>;
  stop(): Promise<void>;
}

export async function keep(name: string, launch: () => Child, serves: (child: Child) => Promise<void>): Promise<Kept> {
  let child = launch();
  let isStopping = false;
  await serves(child);
  let isBack = Promise.resolve();
  const watch = (watched: Child) => {
    void watched.ended.then(() => {
      if (isStopping) return;
      isBack = (async () => {
        await pause(AGAIN_MS);
        child = launch();
        watch(child);
        await serves(child);
      })();
    });
  };
  watch(child);
  return {
    name,
    async kill() {
      const began = performance.now();
      await child.kill();
      // The supervisor hears of it in the same turn.
      await pause(0);
      await isBack;
      return performance.now() - began;
    },
    async stop() {
      isStopping = true;
      await isBack.catch(() => undefined);
      await child.stop();
    },
  };
}
