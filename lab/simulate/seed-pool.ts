import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Bug } from './bugs';

/** One seed to run, or a planted bug to find within so many seeds. */
export interface Task {
  kind: 'run' | 'find';
  seed: number;
  seeds: number;
  bug: Bug | null;
}
/** The broken invariants of a seed; `seed` is null if no seed shows the bug. */
export interface Reply {
  seed: number | null;
  broken: string[];
}

const root = resolve(import.meta.dirname, '../..');

/** One file for all processes: without a bundle each dynamic import of the product asks the loader's thread, which doubles the time. */
async function bundle(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/simulate');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'seed-process.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'seed-process.ts')],
    outfile,
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    external: ['@bokuweb/zstd-wasm', 'fastify'],
    // Packages in the old format use `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/** Runs the tasks in order, in one process for each core by default. `onReply` gets each result with the place of its task, in any order. */
export async function runAll(
  tasks: readonly Task[],
  onReply: (reply: Reply, place: number) => void,
  processes = availableParallelism(),
): Promise<void> {
  const file = await bundle();
  let next = 0;
  async function runProcess(): Promise<void> {
    // Without the options of this process: the bundle needs no loader.
    const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`a process of the simulation ended with ${code}`);
    });
    try {
      for (let place = next++; place < tasks.length; place = next++) {
        child.send(tasks[place] as Task);
        const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply];
        onReply(reply, place);
      }
    } finally {
      // The exit is expected from here.
      ended.catch(() => undefined);
      child.kill();
    }
  }
  await Promise.all(Array.from({ length: Math.min(processes, tasks.length) }, runProcess));
}
