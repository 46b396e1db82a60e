import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

let folder = '';

/** Where copies of guards' data live until their time is over. Call before any is made or read. */
export function setExportsFolder(path: string): void {
  folder = path;
}

/** Makes the folder where it is missing. */
export const prepareExports = () => mkdir(folder, { recursive: true, mode: 0o700 });

export const exportPath = (name: string): string => join(folder, basename(name));

/** Opens a finished copy, or a part of it; null when it is not there. */
export function openExport(name: string, part?: { start: number; end: number }): Promise<ReadStream | null> {
  return new Promise((resolve) => {
    const stream = createReadStream(exportPath(name), part);
    stream.once('open', () => resolve(stream));
    stream.once('error', () => resolve(null));
  });
}

/** How many bytes a file has; null when it is not there. */
export const bytesOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Removes every file that `named` does not name; it is asked after the files were listed, so that a new one is never taken for an old one. */
export async function keepExports(named: () => Promise<ReadonlySet<string>>): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  const names = await named();
  for (const file of files) if (!names.has(file)) await rm(exportPath(file), { force: true });
}
