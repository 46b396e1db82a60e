import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

export async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** What is in a folder; nothing when it is not there. */
export async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  }
}

/** What `look` sees; null when that went meanwhile, or never was. */
export async function unlessGone<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Gives a folder another name; false when it is not there (any more): of two that do so at once one has it done. */
export const moved = async (from: string, to: string): Promise<boolean> =>
  (await unlessGone(async () => {
    await rename(from, to);
    return true;
  })) ?? false;

/** What a process that died left aside is swept away after this time: no publish takes as long. */
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

/** Ends when no file is being written any more, also when one could not be: whoever removes the folder then finds it still. */
export async function writeAll(folder: string, files: Map<string, Uint8Array>): Promise<void> {
  const written = await Promise.allSettled([...files].map(([file, bytes]) => write(join(folder, file), bytes)));
  const failed = written.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Puts what a publisher or an activation left half-written away for good. What cannot be swept away is in nobody's way. `made` was made just
 * now: how old the others are is told by the disk's own clock, which need not be this machine's.
 */
async function sweep(folder: string, made: string): Promise<void> {
  const { mtimeMs: now } = await stat(made);
  const left = (await listed(folder)).filter((name) => name.startsWith('.')).map((name) => join(folder, name));
  await Promise.allSettled(
    left.map(async (path) => {
      if (now - (await stat(path)).mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
    }),
  );
}

/** That a file is in a folder is on the disk when the folder is. Windows has no such thing. */
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
 * Makes `folder` with these files appear, all at once, or not at all. False when it is there already: of many at the same moment one has
 * it made. Nothing after the `rename` may fail here: it would be said of what is there. This is the store's only way to change anything, so it needs no lock, and nobody can die holding one.
 */
export async function appear(folder: string, files: Map<string, Uint8Array>): Promise<boolean> {
  const parent = dirname(folder);
  const aside = join(parent, `.${basename(folder)}.${process.pid}.${randomUUID()}`);
  try {
    await mkdir(aside, { recursive: true });
    await sweep(parent, aside);
    await writeAll(aside, files);
    for (const written of new Set([...files.keys()].map((file) => dirname(join(aside, file))))) await syncFolder(written);
    await rename(aside, folder);
    return true;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // Windows says EPERM of a folder that is there.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error) ?? '') && (await isThere(folder))) return false;
    throw error;
  }
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
