import { watch } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SUFFIX } from './compress';
import { withLock } from './lock';
import { Refusal } from './refusal';
import type { HistoryLine, Store } from './store';

/** Names and versions become folders: nothing that could climb out of the store. */
const SAFE = /^[a-z0-9][\w.-]*$/i;
const SAFE_FILE = /^(?!\/)(?!.*\.\.)[\w./-]+$/;
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** Written aside and renamed: a reader sees the old text or the new one, never a part. */
async function replace(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}.tmp`;
  const handle = await open(aside, 'w');
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(aside, file);
}

async function writeAll(folder: string, files: Map<string, Uint8Array>): Promise<void> {
  for (const [file, bytes] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  }
}

/** A store in a folder: `modules/<name>/<version>/…`, `maps/…` (never served), `registry.json`, `revisions/<n>.json`, `history.jsonl`. */
export function folderStore(data: string): Store {
  const registryFile = join(data, 'registry.json');
  const historyFile = join(data, 'history.jsonl');
  const folderOf = (name: string, version: string) => {
    if (!SAFE.test(name) || !SAFE.test(version)) throw new Refusal(`${name}@${version} is not a module and version`);
    return join(data, 'modules', name, version);
  };

  const store: Store = {
    async add(name, version, files, maps) {
      const target = folderOf(name, version);
      const aside = join(data, 'modules', name, `.${version}.${process.pid}.${Date.now()}`);
      try {
        await writeAll(aside, files);
        await rename(aside, target);
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
        throw new Refusal(`${name} ${version} is published already; a version never changes`);
      }
      await writeAll(join(data, 'maps', name, version), maps);
    },
    async versions(name) {
      const folder = join(data, 'modules', name);
      const names = (await readdir(folder).catch(() => [])).filter((entry) => SAFE.test(entry));
      const dated = await Promise.all(names.map(async (version) => ({ version, at: (await stat(join(folder, version))).ctimeMs })));
      return dated.sort((a, b) => a.at - b.at).map(({ version }) => version);
    },
    async read(name, version, file, encoding) {
      return SAFE_FILE.test(file) ? readOrNull(join(folderOf(name, version), file + (encoding ? SUFFIX[encoding] : ''))) : null;
    },
    async registry() {
      return (await readOrNull(registryFile))?.toString() ?? null;
    },
    async swap(expected, next, line) {
      await mkdir(join(data, 'revisions'), { recursive: true });
      await withLock(join(data, 'registry.lock'), async () => {
        if ((await store.registry()) !== expected)
          throw new Refusal('someone else changed the registry meanwhile; nothing was done. See `portal status` and repeat');
        await replace(join(data, 'revisions', `${line.revision}.json`), next);
        await appendFile(historyFile, `${JSON.stringify(line)}\n`);
        await replace(registryFile, next);
      });
    },
    async history() {
      const text = (await readOrNull(historyFile))?.toString() ?? '';
      const lines = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as HistoryLine);
      // A process that died before it replaced the registry left a line whose revision was given again.
      return [...new Map(lines.map((line) => [line.revision, line])).values()];
    },
    async revision(revision) {
      return (await readOrNull(join(data, 'revisions', `${revision}.json`)))?.toString() ?? null;
    },
    watch: (changed) => watchFile(data, registryFile, changed),
  };
  return store;
}

/** The folder's events are quick, but not every file system has them: a slow look at the file stands behind. */
function watchFile(folder: string, file: string, changed: () => void): () => void {
  let seen = '';
  const look = async () => {
    const now = await stat(file).then(
      ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
      () => '',
    );
    if (now === seen) return;
    seen = now;
    changed();
  };
  void look();
  const events = watch(folder, (_event, name) => {
    if (name === null || file.endsWith(name)) void look();
  });
  events.on('error', () => events.close());
  const timer = setInterval(() => void look(), 1_000);
  timer.unref();
  return () => {
    events.close();
    clearInterval(timer);
  };
}
