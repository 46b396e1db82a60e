import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { stop } from 'esbuild';
import { sourceHash } from '../../shared/webpack/src/sources';
import { bundleProcess, root } from './bundle';
import { deployables } from './deployables';

const UNUSED_MS = 7 * 24 * 60 * 60 * 1_000;

/** Moves the output of `make` to `folder` in one step, also if two processes do it at the same time. */
async function place(folder: string, make: (draft: string) => Promise<unknown>): Promise<void> {
  const draft = `${folder}.${randomUUID()}`;
  try {
    await make(draft);
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Deletes folders that were not used for a week. A running portal restarts its processes from its folder. */
function dropUnused(above: string, now: number): void {
  for (const name of readdirSync(above)) {
    const folder = join(above, name);
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - used > UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

interface CompiledOptions {
  above?: string;
  now?: number;
  make?: typeof bundleProcess;
}

async function compiledFolder(
  name: string,
  { above = join(root, 'dist/start'), now = Date.now(), make = bundleProcess }: CompiledOptions,
): Promise<string> {
  const deployable = deployables.find((one) => one.name === name);
  if (!deployable) throw new Error(`${name} is no deployable`);
  const folder = join(above, `${name}-${sourceHash(root, join(root, deployable.package), join(root, 'tools/bundle'))}`);
  mkdirSync(above, { recursive: true });
  if (!existsSync(folder)) await place(folder, (draft) => make(deployable, draft));
  utimesSync(folder, now / 1_000, now / 1_000);
  dropUnused(above, now);
  return folder;
}

/** Returns a folder for each deployable, compiled from the present sources; compiles only what has changed. */
export async function compiledFolders(names: readonly string[], options: CompiledOptions = {}): Promise<string[]> {
  try {
    return await Promise.all(names.map((name) => compiledFolder(name, options)));
  } finally {
    // Otherwise esbuild's process would run as long as this one.
    await stop();
  }
}
