import { createFileCache } from './fileCache';
import { folderOf, versionFor, visitedBy } from './files';
import { createNotes, type Notes } from './notes';
import { createPageCache, PAGES, type PageCacheParts } from './pageCache';

/** What a page runs and has loaded. */
export interface Visit {
  revision: number;
  /** Module -> the version that this device runs. */
  versions: Record<string, string>;
  /** Paths of the files that the page has loaded. */
  files: string[];
}

/** Keeps one page for every path, and the files of what the guard has used: what the newest revision does not name is taken away. */
export function createKeeper(parts: PageCacheParts) {
  const { caches, fetch, keys } = parts;
  const pages = createPageCache(parts);
  const files = createFileCache(caches, fetch);
  const notebook = createNotes(() => caches.open(PAGES), keys.ops);

  /** Notes what a page says; a page of before the newest revision is not shown from then on. */
  async function note({ revision, files: used }: Visit): Promise<Notes> {
    const notes = await notebook.read();
    for (const [name, stems] of visitedBy(used)) notes.visited[name] = [...new Set([...(notes.visited[name] ?? []), ...stems])];
    notes.seen = Math.max(notes.seen, revision);
    await notebook.write(notes);
    return notes;
  }

  async function keepVisit(visit: Visit): Promise<void> {
    const notes = await note(visit);
    const kept = await pages.current(notes);
    const taken = kept ?? (await pages.fetch(notes));
    await notebook.write(notes);
    if (!taken) return;
    const { registry, shell } = taken;
    const wanted = new Set<string>();
    // The page after its shell: without that it would be blank.
    await files.keepVersion('shell', shell, notes.visited.shell ?? [], wanted);
    if (!kept) await pages.put(taken);
    const failed: { folder: string; error: Error }[] = [];
    for (const [name, visited] of Object.entries(notes.visited)) {
      const target = versionFor(registry, name, visit.versions[name]);
      if (!target) continue;
      const folder = folderOf(name, target.version);
      await files.keepVersion(name, target, visited, wanted).catch((error: Error) => failed.push({ folder, error }));
    }
    await files.dropOthers(
      wanted,
      failed.map(({ folder }) => folder),
    );
    if (failed[0]) throw failed[0].error;
  }

  /** A cache that fails has nothing: the line may be fine. What is wrong with it is told by the next visit, which cannot be kept. */
  const orNothing = <T>(found: Promise<T>) => found.catch(() => undefined);

  let turn: Promise<unknown> = Promise.resolve();
  return {
    page: () => orNothing(notebook.read().then((notes) => pages.find(notes))),
    file: (url: string) => orNothing(files.find(url)),
    /** One after the other. Rejects when something did not come: the next visit asks for it again. */
    keep(visit: Visit): Promise<void> {
      const done = turn.then(() => keepVisit(visit));
      turn = done.catch(() => undefined);
      return done;
    },
  };
}
