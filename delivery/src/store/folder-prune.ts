import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, listFolder, nullIfMissing, renameIfPresent, syncFolder } from './atomic-files';
import { type HiddenVersion, isSafeName, type Store } from './store';

export const modulesIn = async (data: string): Promise<string[]> =>
  (await listFolder(join(data, 'modules'))).filter((entry) => isSafeName(entry)).sort();

/** Times of the publication and the last rename of a version in ms, and its size in bytes; null if it was removed during the read. */
export const folderSize = (folder: string): Promise<{ at: number; since: number; bytes: number } | null> =>
  nullIfMissing(async () => {
    const { mtimeMs, ctimeMs } = await stat(folder);
    const sizes = (await readdir(folder, { recursive: true })).map(async (file) => (await stat(join(folder, file))).size);
    return { at: mtimeMs, since: ctimeMs, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
  });

/**
 * The names of a hidden and of a pruned version's folder. They are in the same parent, because a rename there needs no space on a full
 * disk. Neither is a valid version name, and neither starts like the leftovers that a publisher deletes.
 */
const ASIDE = '~aside';
const PRUNED = '~pruned';
/** The file that remains. */
const TRACE = 'module.json';

/** Whether such a version was pruned or is hidden, checked in the order in which a version moves through these places. */
export async function wasPruned(data: string, name: string, version: string): Promise<boolean> {
  const folder = join(data, 'modules', name, version);
  // Older stores kept it elsewhere.
  for (const place of [folder + ASIDE, folder + PRUNED, join(data, 'pruned', name, version)]) if (await exists(place)) return true;
  return false;
}

/** The pruning operations of a store in a folder. */
export function pruningIn(
  data: string,
  folderOf: (name: string, version: string) => string,
): Pick<Store, 'hide' | 'listHidden' | 'unhide' | 'deleteVersion'> {
  async function asideOf(name: string, entry: string): Promise<HiddenVersion[]> {
    const [version = '', state] = entry.split(/(?=~)/);
    const folder = join(data, 'modules', name, entry);
    const isDone = state !== ASIDE && (state !== PRUNED || (await listFolder(folder)).every((file) => file === TRACE));
    const weighed = isDone ? null : await folderSize(folder);
    return weighed ? [{ name, version, ...weighed }] : [];
  }
  return {
    hide: (name, version) => renameIfPresent(folderOf(name, version), folderOf(name, version) + ASIDE),
    unhide: (name, version) => renameIfPresent(folderOf(name, version) + ASIDE, folderOf(name, version)),
    async listHidden() {
      const found: HiddenVersion[] = [];
      for (const name of await modulesIn(data))
        for (const entry of await listFolder(join(data, 'modules', name))) found.push(...(await asideOf(name, entry)));
      return found;
    },
    async deleteVersion(name, version) {
      const trace = folderOf(name, version) + PRUNED;
      // After this rename it can no longer be restored.
      await renameIfPresent(folderOf(name, version) + ASIDE, trace);
      if (!(await exists(trace))) return;
      await syncFolder(dirname(trace));
      // The maps first, because remaining files show that the deletion is incomplete.
      await rm(join(data, 'maps', name, version), { recursive: true, force: true });
      for (const file of (await listFolder(trace)).filter((one) => one !== TRACE))
        await rm(join(trace, file), { recursive: true, force: true });
    },
  };
}
