import { KEPT } from '@portal/mf-kit/frame';
import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import { filesOf, folderOf, integrityOf } from './files';
import { toKeep } from './toKeep';

/** The browser serves from it by itself where it can (`addRoutes`): nothing unlisted may be in it. */
export const FILES = `${KEPT}files`;

export type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

/** The modules' files that this phone keeps, each with the hash that `module.json` lists, whose own hash the registry lists. */
export function createFileCache(caches: CacheStorage, fetch: Fetch) {
  const open = () => caches.open(FILES);

  /** Rejects when it is not the listed file, or does not come. */
  async function keepFile(url: string, integrity: string): Promise<Response> {
    const known = await (await open()).match(url);
    if (known) return known;
    const reply = await fetch(url, { priority: 'low' } as RequestInit);
    const bytes = await reply.arrayBuffer();
    if (!reply.ok || (await integrityOf(bytes)) !== integrity) throw new Error(`${url} is not the listed file`);
    const kept = toKeep(bytes, reply);
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
      for (const file of filesOf(manifest, visited)) {
        wanted.add(folder + file);
        await keepFile(folder + file, manifest.files[file]?.integrity ?? '');
      }
    },
    /** `spared`: folders of which it is not known what is wanted. */
    async dropOthers(wanted: ReadonlySet<string>, spared: readonly string[]): Promise<void> {
      const cache = await open();
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (!wanted.has(pathname) && !spared.some((folder) => pathname.startsWith(folder))) await cache.delete(request);
      }
    },
  };
}
