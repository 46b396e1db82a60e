import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';
import { filesToCache, folderOf, integrityOf } from './cachedFiles';
import { storableResponse } from './storableResponse';

export type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

/** The modules' files that this phone keeps, each with the hash that `module.json` lists, whose own hash the registry lists. */
export function createFileCache(caches: CacheStorage, fetch: Fetch) {
  // The browser serves from it by itself where it can (`addRoutes`): nothing unlisted may be in it.
  const open = () => caches.open(FILE_CACHE);
  /** What was looked at in this life of the worker: a disk may damage what it keeps, and every page would be refused it. */
  const verified = new Set<string>();

  /** The kept file, if it is the listed one; another one is kept no longer. */
  async function knownFile(url: string, integrity: string): Promise<Response | undefined> {
    const cache = await open();
    const known = await cache.match(url);
    if (!known || verified.has(url + integrity)) return known;
    const found = await known
      .clone()
      .arrayBuffer()
      .then(integrityOf, () => null);
    if (found === integrity) return known;
    await cache.delete(url);
    return undefined;
  }

  /** Rejects when it is not the listed file, or does not come. */
  async function keepFile(url: string, integrity: string): Promise<Response> {
    const known = await knownFile(url, integrity);
    verified.add(url + integrity);
    if (known) return known;
    const reply = await fetch(url, { priority: 'low' } as RequestInit);
    const bytes = await reply.arrayBuffer();
    if (!reply.ok || (await integrityOf(bytes)) !== integrity) throw new Error(`${url} is not the listed file`);
    const kept = storableResponse(bytes, reply);
    await (await open()).put(url, kept.clone());
    return kept;
  }

  return {
    find: async (url: string) => (await open()).match(url),
    /** Keeps what a guard needs of a version who has `visited` these of its files, and adds it to `wanted`. */
    async keepVersion(name: string, target: ModuleVersion, visited: readonly string[], wanted: Set<string>): Promise<void> {
      const folder = folderOf(name, target.version);
      const list = `${folder}module.json`;
      wanted.add(list);
      const manifest = (await (await keepFile(list, target.integrity)).json()) as ModuleManifest;
      for (const file of filesToCache(manifest, visited)) {
        wanted.add(folder + file);
        await keepFile(folder + file, manifest.files[file]?.integrity ?? '');
      }
    },
    /** `spared`: folders of which it is not known what is wanted. */
    async deleteUnwanted(wanted: ReadonlySet<string>, unknownFolders: readonly string[]): Promise<void> {
      const cache = await open();
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (!wanted.has(pathname) && !unknownFolders.some((folder) => pathname.startsWith(folder))) await cache.delete(request);
      }
    },
  };
}
