import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { isCompressible, SUFFIX, toBrotli } from '../store/compress';
import type { Store } from '../store/store';

/** Brotli bytes of the heaviest path's first load: the entry and its preload list. */
export async function heaviestLoad(manifest: ModuleManifest, sizeOf: (file: string) => number | Promise<number>): Promise<number> {
  const files = [...new Set([manifest.entry, ...Object.values(manifest.preload).flat()])];
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, await sizeOf(file)] as const)));
  const size = (file: string) => sizes.get(file) ?? 0;
  const loads = Object.values(manifest.preload).map((path) => path.reduce((sum, file) => sum + size(file), size(manifest.entry)));
  return Math.max(size(manifest.entry), ...loads);
}

/** The same for a build that is not in the store yet. */
export const weightOfPacked = (manifest: ModuleManifest, packed: Map<string, Uint8Array>): Promise<number> =>
  heaviestLoad(manifest, (file) => (packed.get(file + SUFFIX.br) ?? packed.get(file))?.length ?? 0);

/** The same for a build in this folder. */
export const weightOfFolder = (manifest: ModuleManifest, folder: string): Promise<number> =>
  heaviestLoad(manifest, async (file) => {
    const bytes = await readFile(join(folder, file));
    return (isCompressible(file) ? await toBrotli(bytes) : bytes).length;
  });

/** The same for a version in the store. */
export const heaviestLoadInStore = (store: Store, manifest: ModuleManifest): Promise<number> =>
  heaviestLoad(manifest, async (file) => {
    const { name, version } = manifest;
    return ((await store.read(name, version, file, 'br')) ?? (await store.read(name, version, file)))?.length ?? 0;
  });

/** Why a version of this weight must not be activated, and what to do; null if it may. */
export function budgetProblem({ name, version, budget }: ModuleManifest, weight: number): string | null {
  if (budget === undefined) return `${name} ${version} has no budget: give it one, portal.budget in its package.json, and build again`;
  if (weight <= budget) return null;
  return `${name} ${version} needs ${weight} bytes for a first load, its budget is ${budget}: load what the first screen does not need later, and build again`;
}
