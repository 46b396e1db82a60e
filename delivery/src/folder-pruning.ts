import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere, listed, moved, syncFolder, unlessGone } from './disk';
import { type AsideVersion, isSafeName, type Store } from './store';

/** The folders of modules, by name. */
export const modulesIn = async (data: string): Promise<string[]> =>
  (await listed(join(data, 'modules'))).filter((entry) => isSafeName(entry)).sort();

/** When a version came and was last given another name, in ms, and how much it holds; null when it went meanwhile. */
export const weigh = (folder: string): Promise<{ at: number; since: number; bytes: number } | null> =>
  unlessGone(async () => {
    const { mtimeMs, ctimeMs } = await stat(folder);
    const sizes = (await readdir(folder, { recursive: true })).map(async (file) => (await stat(join(folder, file))).size);
    return { at: mtimeMs, since: ctimeMs, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
  });

/**
 * What a version's folder is called while it is set aside, and what stays of it then: in the same place, because another name there needs no
 * place on a full disk. Neither is a version's name, nor begins as what a publisher sweeps away.
 */
const ASIDE = '~aside';
const PRUNED = '~pruned';
/** The file that stays. */
const TRACE = 'module.json';

/** Whether there was such a version, that was pruned or is about to be: in the order in which a version goes through these places. */
export async function wasThere(data: string, name: string, version: string): Promise<boolean> {
  const folder = join(data, 'modules', name, version);
  // A store of before kept it elsewhere.
  for (const place of [folder + ASIDE, folder + PRUNED, join(data, 'pruned', name, version)]) if (await isThere(place)) return true;
  return false;
}

/** How versions go from a store in a folder. */
export function pruningIn(
  data: string,
  folderOf: (name: string, version: string) => string,
): Pick<Store, 'setAside' | 'aside' | 'putBack' | 'erase'> {
  async function asideOf(name: string, entry: string): Promise<AsideVersion[]> {
    const [version = '', state] = entry.split(/(?=~)/);
    const folder = join(data, 'modules', name, entry);
    const isDone = state !== ASIDE && (state !== PRUNED || (await listed(folder)).every((file) => file === TRACE));
    const weighed = isDone ? null : await weigh(folder);
    return weighed ? [{ name, version, ...weighed }] : [];
  }
  return {
    setAside: (name, version) => moved(folderOf(name, version), folderOf(name, version) + ASIDE),
    putBack: (name, version) => moved(folderOf(name, version) + ASIDE, folderOf(name, version)),
    async aside() {
      const found: AsideVersion[] = [];
      for (const name of await modulesIn(data))
        for (const entry of await listed(join(data, 'modules', name))) found.push(...(await asideOf(name, entry)));
      return found;
    },
    async erase(name, version) {
      const trace = folderOf(name, version) + PRUNED;
      // From here on nobody puts it back.
      await moved(folderOf(name, version) + ASIDE, trace);
      if (!(await isThere(trace))) return;
      await syncFolder(dirname(trace));
      // First: what is left of the other files says that this is not done.
      await rm(join(data, 'maps', name, version), { recursive: true, force: true });
      for (const file of (await listed(trace)).filter((one) => one !== TRACE))
        await rm(join(trace, file), { recursive: true, force: true });
    },
  };
}
