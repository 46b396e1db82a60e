import { open, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { requireNoTransaction } from '../database/db';
import { exportStore } from './file-storage';
import type { FileStore } from './file-store';
import { newTempFile } from './upload-spool';

/** Opens a finished copy of a guard's data, or a part of it; null when it is not there. */
export const openExport: FileStore['open'] = (name, part) => exportStore().open(name, part);

/** Gives a copy its last name. A bucket copies it for that: not within a transaction. */
export async function moveExport(from: string, to: string): Promise<void> {
  requireNoTransaction('Moving a file');
  await exportStore().move(from, to);
}

export const removeExport: FileStore['remove'] = (name) => exportStore().remove(name);

/** Stores what `write` writes, which is on this machine's disk until it is whole; not within a transaction. @returns how many bytes it has. */
export async function storeExport(name: string, write: (out: Writable) => Promise<void>): Promise<number> {
  requireNoTransaction('Storing a file');
  const path = await newTempFile();
  const file = await open(path, 'wx', 0o600);
  try {
    await write(file.createWriteStream());
    await exportStore().putFrom(name, path);
    return (await stat(path)).size;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/** Removes every file that `named` does not name; it is asked after the files were listed, so that a new one is never taken for an old one. */
export async function deleteUnreferencedExports(named: () => Promise<ReadonlySet<string>>): Promise<void> {
  for await (const files of exportStore().list()) {
    const names = await named();
    for (const { name } of files) if (!names.has(name)) await removeExport(name);
  }
}
