import { withStorageDeadline } from '@portal/device/storageDeadline';
import type { Registry } from '@portal/mf-kit/module';
import { createFileCache, type DeviceVersions, folderOf, versionFor, visitedFiles } from './fileCache';
import { type CachedPage, createPageCache, createWorkerState, PAGE_CACHE, type PageCacheDeps, type WorkerState } from './pageCache';

export interface Visit extends DeviceVersions {
  revision: number;
  /** Paths of the files that the page has loaded. */
  files: string[];
  /** The shell and modules -> quarantined versions. */
  takenBack: Record<string, string[]>;
}

/** Caches one page for every path, and the used module files. Deletes files that the newest revision does not name. */
export function createOfflineCache(parts: PageCacheDeps) {
  const { caches, fetch, keys } = parts;
  const pages = createPageCache(parts);
  const files = createFileCache(caches, fetch);
  const stateStore = createWorkerState(() => caches.open(PAGE_CACHE), keys.ops);

  async function note({ files: used }: Visit): Promise<WorkerState> {
    const notes = await stateStore.read();
    for (const [name, stems] of visitedFiles(used)) notes.visited[name] = [...new Set([...(notes.visited[name] ?? []), ...stems])];
    await stateStore.write(notes);
    return notes;
  }

  /** The cached page would run a version that was quarantined later. */
  function runsQuarantinedVersion({ registry, shell }: CachedPage, visit: Visit, { visited }: WorkerState): boolean {
    const { revision, takenBack } = visit;
    const runs = (name: string) => (name === 'shell' ? shell : versionFor(registry, name, visit))?.version;
    return registry.revision < revision && ['shell', ...Object.keys(visited)].some((name) => takenBack[name]?.includes(runs(name) ?? ''));
  }

  /** Returns the modules whose files could not all be stored. */
  async function storeModules(registry: Registry, visit: Visit, { visited }: WorkerState, wanted: Set<string>) {
    const failed: { folder: string; error: Error }[] = [];
    for (const [name, stems] of Object.entries(visited)) {
      const target = versionFor(registry, name, visit);
      if (!target) continue;
      const folder = folderOf(name, target.version);
      await files.keepVersion(name, target, stems, wanted).catch((error: Error) => failed.push({ folder, error }));
    }
    return failed;
  }

  /** Returns the cached page if this visit can keep it. */
  async function currentPage(visit: Visit, notes: WorkerState): Promise<CachedPage | null> {
    const cached = await pages.kept(notes);
    if (!cached) return null;
    if (!runsQuarantinedVersion(cached, visit, notes))
      return !pages.isOld(cached) && cached.registry.revision >= visit.revision ? cached : null;
    await pages.delete();
    return null;
  }

  async function storeVisit(visit: Visit): Promise<void> {
    const notes = await note(visit);
    const current = await currentPage(visit, notes);
    const page = current ?? (await pages.fetch(notes));
    if (!page) return;
    const { registry, shell } = page;
    if (registry.revision < visit.revision) throw new Error(`the host has revision ${registry.revision}, not ${visit.revision}`);
    const wanted = new Set<string>();
    // The page is stored after its shell, because it is blank without it. Until then the previous page opens.
    await files.keepVersion('shell', shell, notes.visited.shell ?? [], wanted);
    if (!current) {
      await pages.put(page);
      await stateStore.write(notes);
    }
    const failed = await storeModules(registry, visit, notes, wanted);
    await files.deleteUnwanted(
      wanted,
      failed.map(({ folder }) => folder),
    );
    if (failed[0]) throw failed[0].error;
  }

  /** A cache that fails is treated as empty. The next visit reports the failure. */
  const orUndefined = <T>(found: Promise<T>) => withStorageDeadline(found).catch(() => undefined);

  let queue: Promise<unknown> = Promise.resolve();
  return {
    page: () => orUndefined(stateStore.read().then((notes) => pages.find(notes))),
    file: (url: string) => orUndefined(files.find(url)),
    /** Stores visits in sequence. Rejects if a file is missing. The next visit requests it again. */
    store(visit: Visit): Promise<void> {
      const done = queue.then(() => storeVisit(visit));
      queue = done.catch(() => undefined);
      return done;
    },
  };
}
