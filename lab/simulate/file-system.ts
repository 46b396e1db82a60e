import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

interface Folder {
  entries: Map<string, Entry>;
  changedMs: number;
  renamedMs: number;
}
/** A path as one machine sees it. */
interface Place {
  name: string;
  view: View;
  listings: Map<string, { at: number; names: string[] }>;
  path: string[];
}
interface File {
  bytes: Buffer;
  changedMs: number;
  renamedMs: number;
}
type Entry = Folder | File;
const isFolder = (entry: Entry | undefined): entry is Folder => entry !== undefined && 'entries' in entry;

function fail(code: string, path: readonly string[]): never {
  throw Object.assign(new Error(`${code}: ${path.join('/')}`), { code });
}

const statOf = (entry: Entry) => ({
  isFile: () => !isFolder(entry),
  isDirectory: () => isFolder(entry),
  size: isFolder(entry) ? 0 : entry.bytes.length,
  mtimeMs: entry.changedMs,
  ctimeMs: entry.renamedMs,
});

/** The view of one machine on a folder: it may be older than the folder. */
export interface View {
  /** Rejects if the machine has no access now. */
  waitForTurn: () => Promise<void>;
  /** Informs the machine of a change. */
  defer: (changed: () => void) => void;
  /** How long a listing is used again, in ms. */
  staleMs: number;
  /** Planted defects of the file system. */
  defects: { losesRename?: boolean; replacesFolder?: boolean; listsOld?: boolean };
}

/** The path of a machine's view. Each access to a path below it goes to the simulation. */
const ROOT = '/simulated/';

/** A file system in memory with the calls that the folder store makes, for all machines of the simulation. `now`: its own time in ms. */
export function createFileSystem(now: () => number) {
  const root: Folder = { entries: new Map(), changedMs: 0, renamedMs: 0 };
  const views = new Map<string, { view: View; place: string[]; listings: Map<string, { at: number; names: string[] }> }>();
  const watchers = new Set<{ folder: string; view: string; changed: () => void }>();

  const newFolder = (): Folder => ({ entries: new Map(), changedMs: now(), renamedMs: now() });

  const resolved = new Map<string, Place>();
  /** The view and the place of a path: `/simulated/<view>/…`. */
  function resolve(path: string): Place {
    const known = resolved.get(path);
    if (known) return known;
    const [name = '', ...rest] = path.slice(ROOT.length).split('/').filter(Boolean);
    const found = views.get(name);
    if (!found) throw new Error(`no machine sees ${path}`);
    const place = { name, ...found, path: [...found.place, ...rest] };
    resolved.set(path, place);
    return place;
  }

  /** Whether the last listing of the folder, which is still used, lacks the name. */
  function isUnlisted({ view, listings }: Place, folder: readonly string[], name: string): boolean {
    const listing = listings.get(folder.join('/'));
    return listing !== undefined && now() - listing.at < view.staleMs && !listing.names.includes(name);
  }
  function find(place: Place, isFresh = false): Entry {
    let at: Entry = root;
    for (const [depth, name] of place.path.entries()) {
      if (!isFolder(at)) fail('ENOTDIR', place.path);
      if (!isFresh && isUnlisted(place, place.path.slice(0, depth), name)) fail('ENOENT', place.path);
      at = at.entries.get(name) ?? fail('ENOENT', place.path);
    }
    return at;
  }
  function parentOf(place: Place): { parent: Folder; name: string } {
    const parent = find({ ...place, path: place.path.slice(0, -1) }, true);
    if (!isFolder(parent)) fail('ENOTDIR', place.path);
    return { parent, name: place.path.at(-1) ?? '' };
  }
  /** A machine that changes a folder reads it again. Local watchers are informed; a shared folder has no events. */
  function noteChange({ listings, path }: Place, parent: Folder): void {
    const folder = path.slice(0, -1).join('/');
    listings.delete(folder);
    parent.changedMs = now();
    for (const { folder: watched, view: name, changed } of watchers) {
      const view = views.get(name)?.view;
      if (watched === folder && view?.staleMs === 0) view.defer(changed);
    }
  }
  function makeFolders(place: Place): void {
    for (let depth = 1; depth <= place.path.length; depth++) {
      const one = { ...place, path: place.path.slice(0, depth) };
      const { parent, name } = parentOf(one);
      const there = parent.entries.get(name);
      if (there && !isFolder(there)) fail(depth < place.path.length ? 'ENOTDIR' : 'EEXIST', one.path);
      if (there) continue;
      parent.entries.set(name, newFolder());
      noteChange(one, parent);
    }
  }
  function fileOf(place: Place, flags: 'w' | 'a'): File {
    const { parent, name } = parentOf(place);
    const there = parent.entries.get(name);
    if (isFolder(there)) fail('EISDIR', place.path);
    const file = there ?? { bytes: Buffer.alloc(0), changedMs: now(), renamedMs: now() };
    if (flags === 'w') file.bytes = Buffer.alloc(0);
    if (!there) {
      parent.entries.set(name, file);
      noteChange(place, parent);
    }
    return file;
  }
  /** Writes in two steps, because a process may be killed between them. */
  async function write(view: View, file: File, data: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(data as Uint8Array);
    for (const part of [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)]) {
      await view.waitForTurn();
      file.bytes = Buffer.concat([file.bytes, part]);
      file.changedMs = now();
    }
  }

  function list(place: Place): string[] {
    const { view, listings, path } = place;
    const key = path.join('/');
    const kept = listings.get(key);
    if (kept && (view.defects.listsOld ? key.endsWith('revisions') : now() - kept.at < view.staleMs)) return kept.names;
    const folder = find(place);
    if (!isFolder(folder)) fail('ENOTDIR', path);
    const names = [...folder.entries.keys()].sort();
    listings.set(key, { at: now(), names });
    return [...names];
  }
  const listAll = (folder: Folder, before = ''): string[] =>
    [...folder.entries].flatMap(([name, entry]) => [before + name, ...(isFolder(entry) ? listAll(entry, `${before}${name}/`) : [])]);

  const calls = {
    async open(path: string, flags: string | number) {
      const place = resolve(path);
      await place.view.waitForTurn();
      const entry = flags === 'w' ? fileOf(place, 'w') : find(place);
      const bytes = () => (isFolder(entry) ? fail('EISDIR', place.path) : entry.bytes);
      return {
        stat: async () => statOf(entry),
        read: async (into: Buffer, offset: number, length: number, from: number) => ({
          bytesRead: bytes().copy(into, offset, from, from + length),
        }),
        writeFile: (data: Uint8Array) => (isFolder(entry) ? fail('EISDIR', place.path) : write(place.view, entry, data)),
        sync: () => place.view.waitForTurn(),
        close: async () => undefined,
      };
    },
    async mkdir(path: string) {
      const place = resolve(path);
      await place.view.waitForTurn();
      makeFolders(place);
    },
    async readdir(path: string, options?: { recursive?: boolean }) {
      const place = resolve(path);
      await place.view.waitForTurn();
      if (!options?.recursive) return list(place);
      const folder = find(place);
      return isFolder(folder) ? listAll(folder) : fail('ENOTDIR', place.path);
    },
    async rename(from: string, to: string) {
      const [source, target] = [resolve(from), resolve(to)];
      const { view } = source;
      await view.waitForTurn();
      const [old, next] = [parentOf(source), parentOf(target)];
      const moved = old.parent.entries.get(old.name) ?? fail('ENOENT', source.path);
      if (target.path.join('/').startsWith(`${source.path.join('/')}/`)) fail('EINVAL', target.path);
      const there = next.parent.entries.get(next.name);
      if (there === moved) return;
      if (there && isFolder(there) !== isFolder(moved)) fail(isFolder(there) ? 'EISDIR' : 'ENOTDIR', target.path);
      if (isFolder(there) && there.entries.size > 0 && !view.defects.replacesFolder) fail('ENOTEMPTY', target.path);
      if (isFolder(moved) && view.defects.losesRename) return;
      old.parent.entries.delete(old.name);
      next.parent.entries.set(next.name, moved);
      moved.renamedMs = now();
      noteChange(source, old.parent);
      noteChange(target, next.parent);
    },
    async rm(path: string, options: { recursive?: boolean; force?: boolean } = {}) {
      const place = resolve(path);
      await place.view.waitForTurn();
      let found: ReturnType<typeof parentOf>;
      try {
        found = parentOf(place);
      } catch (error) {
        if (options.force && (error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
      const there = found.parent.entries.get(found.name);
      if (!there && !options.force) fail('ENOENT', place.path);
      if (isFolder(there) && !options.recursive) fail('ERR_FS_EISDIR', place.path);
      // A removed folder loses one file after the other.
      for (const name of isFolder(there) ? [...there.entries.keys()] : []) await calls.rm(`${path}/${name}`, options);
      if (found.parent.entries.delete(found.name)) noteChange(place, found.parent);
    },
    async stat(path: string) {
      const place = resolve(path);
      await place.view.waitForTurn();
      return statOf(find(place));
    },
    async writeFile(path: string, data: string | Uint8Array) {
      const place = resolve(path);
      await place.view.waitForTurn();
      await write(place.view, fileOf(place, 'w'), data);
    },
    async appendFile(path: string, data: string) {
      const place = resolve(path);
      await place.view.waitForTurn();
      await write(place.view, fileOf(place, 'a'), data);
    },
  };

  function watch(path: string, changed: () => void) {
    const { name, path: folder } = resolve(path);
    const watcher = { folder: folder.join('/'), view: name, changed };
    watchers.add(watcher);
    const events = { on: () => events, close: () => void watchers.delete(watcher) };
    return events;
  }

  return {
    calls,
    watch,
    makeFoldersNow: (path: string) => makeFolders(resolve(path)),
    /** Shows a folder of this file system as `/simulated/<name>`. Returns that path. */
    addView(name: string, folder: string, view: View): string {
      const place = folder.split('/');
      // Another process of the machine may have other access.
      resolved.clear();
      views.set(name, { view, place, listings: views.get(name)?.listings ?? new Map() });
      makeFolders(resolve(ROOT + name));
      return ROOT + name;
    },
  };
}
export type FileSystem = ReturnType<typeof createFileSystem>;

/** Directs each call of `node:fs` below `/simulated/` to a file system in memory until `restore` is called. */
export function installFileSystem({ calls, watch, makeFoldersNow }: FileSystem): { restore(): void } {
  const real = { ...promises };
  const { watch: realWatch, mkdirSync } = fs;
  type Call = (path: string, ...more: never[]) => unknown;
  const isOurs = (path: unknown) => typeof path === 'string' && path.startsWith(ROOT);
  const directed = Object.entries(calls).map(([name, call]) => {
    const original = real[name as keyof typeof calls] as Call;
    return [name, (path: string, ...more: never[]) => (isOurs(path) ? (call as Call)(path, ...more) : original(path, ...more))];
  });
  Object.assign(promises, Object.fromEntries(directed));
  Object.assign(fs, {
    watch: (path: string, ...more: never[]) => (isOurs(path) ? (watch as Call) : (realWatch as Call))(path, ...more),
    mkdirSync: (path: string, ...more: never[]) => (isOurs(path) ? makeFoldersNow(path) : (mkdirSync as Call)(path, ...more)),
  });
  syncBuiltinESMExports();
  return {
    restore() {
      Object.assign(promises, Object.fromEntries(Object.keys(calls).map((name) => [name, real[name as keyof typeof calls]])));
      Object.assign(fs, { watch: realWatch, mkdirSync });
      syncBuiltinESMExports();
    },
  };
}
