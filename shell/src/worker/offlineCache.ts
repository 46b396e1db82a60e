import { withStorageDeadline } from '@portal/device/storageDeadline';
import { folderOf, versionFor, visitedBy } from './cachedFiles';
import { createFileCache } from './fileCache';
import { type CachedPage, createPageCache, PAGES, type PageCacheDeps } from './pageCache';
import { createWorkerState, type WorkerState } from './workerState';

/** What a page runs and has loaded. */
export interface Visit {
  revision: number;
  /** Module -> the version that this device runs. */
  versions: Record<string, string>;
  /** Paths of the files that the page has loaded. */
  files: string[];
  /** The shell and modules -> versions that were taken back. */
  takenBack: Record<string, string[]>;
}

/** Keeps one page for every path, and the files of what the guard has used: what the newest revision does not name is taken away. */
export function createOfflineCache(parts: PageCacheDeps) {
  const { caches, fetch, keys } = parts;
  const pages = createPageCache(parts);
  const files = createFileCache(caches, fetch);
  const notebook = createWorkerState(() => caches.open(PAGES), keys.ops);

  async function note({ files: used }: Visit): Promise<WorkerState> {
    const notes = await notebook.read();
    for (const [name, stems] of visitedBy(used)) notes.visited[name] = [...new Set([...(notes.visited[name] ?? []), ...stems])];
    await notebook.write(notes);
    return notes;
  }

  /** Whether a page of before would run here what was taken back since. */
  function runsQuarantinedVersion(
    { registry, shell }: CachedPage,
    { revision, takenBack, versions }: Visit,
    { visited }: WorkerState,
  ): boolean {
    const runs = (name: string) => (name === 'shell' ? shell : versionFor(registry, name, versions[name]))?.version;
    return registry.revision < revision && ['shell', ...Object.keys(visited)].some((name) => takenBack[name]?.includes(runs(name) ?? ''));
  }

  async function storeVisit(visit: Visit): Promise<void> {
    const notes = await note(visit);
    let kept = await pages.kept(notes);
    // No page is better than that one.
    if (kept && runsQuarantinedVersion(kept, visit, notes)) {
      await pages.delete();
      kept = null;
    }
    const current = kept && !pages.isOld(kept) && kept.registry.revision >= visit.revision ? kept : null;
    const taken = current ?? (await pages.fetch(notes));
    if (!taken) return;
    const { registry, shell } = taken;
    if (registry.revision < visit.revision) throw new Error(`the host has revision ${registry.revision}, not ${visit.revision}`);
    const wanted = new Set<string>();
    // The page after its shell: without that it would be blank. Until then the one before it opens.
    await files.keepVersion('shell', shell, notes.visited.shell ?? [], wanted);
    if (!current) {
      await pages.put(taken);
      await notebook.write(notes);
    }
    const failed: { folder: string; error: Error }[] = [];
    for (const [name, visited] of Object.entries(notes.visited)) {
      const target = versionFor(registry, name, visit.versions[name]);
      if (!target) continue;
      const folder = folderOf(name, target.version);
      await files.keepVersion(name, target, visited, wanted).catch((error: Error) => failed.push({ folder, error }));
    }
    await files.deleteUnwanted(
      wanted,
      failed.map(({ folder }) => folder),
    );
    if (failed[0]) throw failed[0].error;
  }

  /** A cache that fails, or does not answer, has nothing: the line may be fine. What is wrong with it is told by the next visit, which cannot be kept. */
  const orUndefined = <T>(found: Promise<T>) => withStorageDeadline(found).catch(() => undefined);

  let turn: Promise<unknown> = Promise.resolve();
  return {
    page: () => orUndefined(notebook.read().then((notes) => pages.find(notes))),
    file: (url: string) => orUndefined(files.find(url)),
    /** One after the other. Rejects when something did not come: the next visit asks for it again. */
    store(visit: Visit): Promise<void> {
      const done = turn.then(() => storeVisit(visit));
      turn = done.catch(() => undefined);
      return done;
    },
  };
}
