import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** More than any file of a module. A writer of the store must not fill the memory of its readers. */
export const MOST_FILE_BYTES = 64 * 2 ** 20;

/** Without this flag the open of a pipe waits for its writer, and keeps one of the few threads of the process. Windows has none. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file; null if there is no regular file of at most MOST_FILE_BYTES. */
export async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    const handle = await open(file, READ);
    try {
      const found = await handle.stat();
      if (!found.isFile() || found.size > MOST_FILE_BYTES) return null;
      // Not `readFile`, which follows a file that another process extends.
      const bytes = Buffer.alloc(found.size);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = (await handle.read(bytes, length, bytes.length - length, length)).bytesRead;
      return bytes.subarray(0, length);
    } finally {
      await handle.close();
    }
  } catch (error) {
    // ENXIO: a socket.
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENXIO'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** The entries of a folder; empty if it does not exist. */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  }
}

/** Runs `look`; null if the file does not exist, or was removed during the read. */
export async function nullIfMissing<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Renames a folder; false if it does not exist. Of two concurrent calls one returns true. */
export const renameIfPresent = async (from: string, to: string): Promise<boolean> =>
  (await nullIfMissing(async () => {
    await rename(from, to);
    return true;
  })) ?? false;

/** Leftovers of a killed process are deleted after this time; no publish takes as long. */
const LEFT_MS = 3_600_000;

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits for all writes even if one fails, so that the caller can remove the folder completely. */
export async function writeAll(folder: string, files: Map<string, Uint8Array>): Promise<void> {
  const written = await Promise.allSettled([...files].map(([file, bytes]) => write(join(folder, file), bytes)));
  const failed = written.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Deletes half-written leftovers of a publisher or an activation; ignores those that cannot be deleted. `made` was written just now: it
 * gives the disk's own time, which may differ from this machine's.
 */
async function removeStaleTempFolders(folder: string, made: string): Promise<void> {
  const { mtimeMs: now } = await stat(made);
  const left = (await listFolder(folder)).filter((name) => name.startsWith('.')).map((name) => join(folder, name));
  await Promise.allSettled(
    left.map(async (path) => {
      if (now - (await stat(path)).mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
    }),
  );
}

/** A new entry is durable only after a sync of its folder. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates `folder` with these files in one step, or not at all. False if it exists; of concurrent calls one returns true. Nothing after the
 * `rename` may throw, because the folder exists then. Versions and revisions are added only by this function, so the store needs no
 * lock that a killed process could keep.
 */
export async function createAtomically(folder: string, files: Map<string, Uint8Array>): Promise<boolean> {
  const parent = dirname(folder);
  const aside = join(parent, `.${basename(folder)}.${process.pid}.${randomUUID()}`);
  try {
    await mkdir(aside, { recursive: true });
    await removeStaleTempFolders(parent, aside);
    await writeAll(aside, files);
    for (const written of new Set([...files.keys()].map((file) => dirname(join(aside, file))))) await syncFolder(written);
    await rename(aside, folder);
    return true;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // Windows reports EPERM for an existing folder.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error) ?? '') && (await exists(folder))) return false;
    throw error;
  }
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
