import { randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore, StoredFileInfo } from './file-store';

const LISTED_AT_ONCE = 1_000;

/** Last write of a file; null if it does not exist. */
const modifiedAt = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );

/** Contains files that are being written. `upload-spool.ts` removes files of killed processes. */
const UNFINISHED = '.arriving';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A store in a local folder, which is created if missing and readable only by its owner. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, basename(name));
  const prepare = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = (): Promise<Dirent[]> =>
    readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  return {
    async put(name, bytes) {
      const unfinished = join(folder, UNFINISHED, randomUUID());
      await mkdir(join(folder, UNFINISHED), { recursive: true, mode: 0o700 });
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, pathOf(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async putFrom(name, path) {
      await prepare();
      await pipeline(createReadStream(path), createWriteStream(pathOf(name), { mode: 0o600, flush: true }));
    },
    open: (name, part) =>
      new Promise<Readable | null>((resolve, reject) => {
        const stream = createReadStream(pathOf(name), part);
        stream.once('open', () => resolve(stream));
        stream.once('error', (error) => (isMissing(error) ? resolve(null) : reject(error)));
      }),
    move: (from, to) => rename(pathOf(from), pathOf(to)),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      const names = (await entries()).filter((entry) => entry.isFile()).map(({ name }) => name);
      for (let first = 0; first < names.length; first += LISTED_AT_ONCE) {
        const found: StoredFileInfo[] = [];
        for (const name of names.slice(first, first + LISTED_AT_ONCE)) {
          const at = await modifiedAt(pathOf(name));
          if (at !== null) found.push({ name, modifiedAt: at });
        }
        yield found;
      }
    },
    async check() {
      await prepare();
      await access(folder, constants.W_OK);
    },
  };
}
