import { open, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { requireNoTransaction } from '../database/db';
import { exportStore } from './file-storage';
import type { FileStore } from './file-store';
import { newTempFile } from './upload-spool';

/** Opens a finished export of a guard's data, or a part of it; null if it does not exist. */
export const openExport: FileStore['open'] = (name, part) => exportStore().open(name, part);

/** Renames an export. Not within a transaction, because a bucket copies the file. */
export async function moveExport(from: string, to: string): Promise<void> {
  requireNoTransaction('Moving a file');
  await exportStore().move(from, to);
}

export const removeExport: FileStore['remove'] = (name) => exportStore().remove(name);

/** Stores the output of `write`, which is a local temporary file until it is complete. Not within a transaction. @returns its size in bytes. */
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

/** Removes every export that `named` does not contain. Calls `named` after each listing, so that a new export is never removed. */
export async function deleteUnreferencedExports(named: () => Promise<ReadonlySet<string>>): Promise<void> {
  for await (const files of exportStore().list()) {
    const names = await named();
    for (const { name } of files) if (!names.has(name)) await removeExport(name);
  }
}
