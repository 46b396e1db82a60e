import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../../tools/dev-portal/child-process.mjs';

/** Pause of a supervisor before a restart. */
const AGAIN_MS = 500;

/** A process that is restarted when it exits, as systemd or compose do. */
export interface SupervisedProcess {
  name: string;
  /** Kills it and waits until it serves again. @returns the milliseconds until then */
  kill(): Promise<number>;
  stop(): Promise<void>;
}

export async function superviseProcess(
  name: string,
  launch: () => Child,
  serves: (child: Child) => Promise<void>,
): Promise<SupervisedProcess> {
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
      // The exit handler runs in the same turn of the event loop.
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
