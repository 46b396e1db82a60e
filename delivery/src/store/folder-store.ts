import { randomUUID } from 'node:crypto';
import { mkdirSync, watch } from 'node:fs';
import { appendFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConcurrentChange, StoreFailure, UserError } from '../errors';
import { createAtomically, exists, listFolder, nullIfMissing, readOrNull, syncFolder, writeAll } from './atomic-files';
import { SUFFIX } from './compress';
import { mapConcurrent } from './concurrent';
import { healthIn } from './folder-health';
import { folderSize, modulesIn, pruningIn, wasPruned } from './folder-prune';
import { isSafeFile } from './manifest';
import { assertOwnNumber, assertSafeFiles, type HistoryLine, isSafeName, type PublishedVersion, prunedError, type Store } from './store';

/** The warning for an error after the change took effect. */
const warningOf =
  (what: string) =>
  (error: Error): string[] => [`${what}: ${error.message}`];

type Revisions = Pick<Store, 'registry' | 'latestRevision' | 'appendRevision' | 'history' | 'revision' | 'watch'>;

/**
 * `revisions/<n>/` contains the signed registry and its history line. The highest number is the active revision. `history.jsonl` is an
 * index for fast reads; each revision contains its own line, too. An operator renamed `revisions/<n>.bad`; its number is not used again.
 */
function revisionsIn(data: string): Revisions {
  const revisions = join(data, 'revisions');
  const historyFile = join(data, 'history.jsonl');

  async function numbers(named = /^(\d{1,10})(?:\.json)?$/): Promise<number[]> {
    const entries = await listFolder(revisions);
    const found = entries.flatMap((entry) => named.exec(entry)?.[1] ?? []).map(Number);
    return found.sort((a, b) => a - b);
  }
  async function changeOf(revision: number): Promise<HistoryLine | null> {
    const text = await readOrNull(join(revisions, String(revision), 'change.json'));
    return text && (JSON.parse(text.toString()) as HistoryLine);
  }

  const store: Revisions = {
    async registry() {
      const newest = (await numbers()).at(-1);
      if (newest === undefined) return null;
      const text = await store.revision(newest);
      if (text === null) throw new UserError(`revision ${newest} has no registry.json`);
      assertOwnNumber(newest, text);
      return text;
    },
    async latestRevision() {
      const active = (await numbers()).at(-1) ?? 0;
      const used = Math.max(active, ...(await numbers(/^(\d{1,10})\.bad$/)));
      return { active, used, place: join(revisions, String(active)) };
    },
    async appendRevision(expected, next, line) {
      const bytes = (text: string) => new TextEncoder().encode(text);
      const text = JSON.stringify(line);
      if ((await store.registry()) !== expected) throw new ConcurrentChange();
      const files = new Map([
        ['registry.json', bytes(next)],
        ['change.json', bytes(text)],
      ]);
      // Another process may have taken the number since the read.
      if (!(await createAtomically(join(revisions, String(line.revision)), files))) throw new ConcurrentChange();
      return [
        await syncFolder(revisions).then(() => [], warningOf('it may be lost in a power failure')),
        await appendFile(historyFile, `${text}\n`).then(
          () => [],
          warningOf('history.jsonl could not be written, the revision has its line'),
        ),
      ].flat();
    },
    async history() {
      const lines = new Map(parseHistory((await readOrNull(historyFile))?.toString() ?? '').map((line) => [line.revision, line]));
      const found: HistoryLine[] = [];
      for (const revision of await numbers()) {
        const line = lines.get(revision) ?? (await changeOf(revision));
        if (line) found.push(line);
      }
      return found;
    },
    async revision(revision) {
      const folder = join(revisions, String(revision));
      // Older stores have one file per revision.
      return ((await readOrNull(join(folder, 'registry.json'))) ?? (await readOrNull(`${folder}.json`)))?.toString() ?? null;
    },
    watch: (changed) => watchFolder(revisions, async () => (await numbers()).at(-1), changed),
  };
  return store;
}

/** Documents with an id of their own: `candidates/<id>/` and `tokens/<id>/`, and the record of the newest revision. */
const documentsIn = (data: string): Pick<Store, 'stage' | 'candidates' | 'candidate' | 'writeTokens' | 'tokens' | 'keepSeen' | 'seen'> => ({
  async stage(id, text) {
    await createAtomically(join(data, 'candidates', id), new Map([['registry.json', new TextEncoder().encode(text)]]));
  },
  candidates: async () => (await listFolder(join(data, 'candidates'))).filter((id) => isSafeName(id)),
  async candidate(id) {
    return isSafeName(id) ? ((await readOrNull(join(data, 'candidates', id, 'registry.json')))?.toString() ?? null) : null;
  },
  async keepSeen(text) {
    const file = join(data, 'newest-revision.json');
    const part = `newest-revision.json.${randomUUID()}`;
    await writeAll(data, new Map([[part, new TextEncoder().encode(text)]]));
    await rename(join(data, part), file);
  },
  seen: async () => (await readOrNull(join(data, 'newest-revision.json')))?.toString() ?? null,
  async writeTokens(id, text) {
    await createAtomically(join(data, 'tokens', id), new Map([['tokens.json', new TextEncoder().encode(text)]]));
  },
  async tokens(id) {
    return isSafeName(id) ? ((await readOrNull(join(data, 'tokens', id, 'tokens.json')))?.toString() ?? null) : null;
  },
});

/** A store in a folder: `modules/<name>/<version>/…`, `maps/…` (never served), revisions, candidates and tokens. */
export function folderStore(data: string): Store {
  const folderOf = (name: string, version: string) => {
    if (!isSafeName(name) || !isSafeName(version)) throw new UserError(`${name}@${version} is not a module and version`);
    return join(data, 'modules', name, version);
  };

  const store: Store = {
    ...revisionsIn(data),
    ...documentsIn(data),
    ...healthIn(join(data, 'health'), join(data, 'health-days')),
    ...pruningIn(data, folderOf),
    async add(name, version, files, maps) {
      const target = folderOf(name, version);
      const taken = new UserError(`${name} ${version} is published already; a version never changes`);
      if (await exists(target)) throw taken;
      if (await wasPruned(data, name, version)) throw prunedError(name, version);
      assertSafeFiles(name, version, files, maps);
      // Written before the version, because a reader of the version may request them.
      await writeAll(join(data, 'maps', name, version), maps);
      if (!(await createAtomically(target, files))) throw taken;
      for (const folder of [dirname(target), dirname(dirname(target))]) await syncFolder(folder);
    },
    async names() {
      const folders = await modulesIn(data);
      const published = await Promise.all(
        folders.map(async (name) => (await listFolder(join(data, 'modules', name))).some((one) => isSafeName(one))),
      );
      return folders.filter((_, at) => published[at]);
    },
    async versions(name) {
      const names = (await listFolder(join(data, 'modules', name))).filter((entry) => isSafeName(entry));
      const dated = await mapConcurrent(names, (version) =>
        nullIfMissing(async () => ({ version, at: (await stat(folderOf(name, version))).mtimeMs })),
      );
      return dated
        .flatMap((one) => one ?? [])
        .sort((a, b) => a.at - b.at)
        .map(({ version }) => version);
    },
    async published() {
      const found: PublishedVersion[] = [];
      for (const name of await modulesIn(data))
        for (const version of await store.versions(name)) {
          const weighed = await folderSize(folderOf(name, version));
          if (weighed) found.push({ name, version, at: weighed.at, bytes: weighed.bytes });
        }
      return found;
    },
    async read(name, version, file, encoding) {
      if (!isSafeFile(file)) return null;
      return readOrNull(join(folderOf(name, version), file + (encoding ? SUFFIX[encoding] : ''))).catch((error: Error) => {
        throw new StoreFailure(error.message, { cause: error });
      });
    },
  };
  return store;
}

/** The lines of a text, without a last line that is torn because its process ended. */
function parseHistory(text: string): HistoryLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as HistoryLine];
    } catch {
      return [];
    }
  });
}

/** Watches a folder by system events; does nothing if the system has no watchers left. */
function eventsOf(folder: string, changed: () => void): { close(): void } {
  try {
    const events = watch(folder, changed);
    return events.on('error', () => events.close());
  } catch {
    return { close: () => undefined };
  }
}

/** Watches by events of the file system, and by a slow poll, because not every file system has events. */
function watchFolder(folder: string, newest: () => Promise<number | undefined>, changed: () => void): () => void {
  mkdirSync(folder, { recursive: true });
  let seen: number | null | undefined;
  const look = async () => {
    // If the folder cannot be listed, the next read fails and reports the reason.
    const now = await newest().catch(() => null);
    if (now === seen) return;
    seen = now;
    changed();
  };
  void look();
  const events = eventsOf(folder, () => void look());
  const timer = setInterval(() => void look(), 1_000);
  timer.unref();
  return () => {
    events.close();
    clearInterval(timer);
  };
}
