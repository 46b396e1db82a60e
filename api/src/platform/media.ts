import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

let folder = '';

/** Where stored files live. Call before anything is stored or read. */
export function setMediaFolder(path: string): void {
  folder = path;
}

/** A name that nobody can guess: 128 random bits. */
export const newFilename = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** Where `setMediaFolder` said. */
export const mediaFolder = (): string => folder;

const pathOf = (filename: string) => join(folder, basename(filename));

export async function storeFile(filename: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(pathOf(filename), bytes, { flag: 'wx', mode: 0o600 });
}

/** Opens a stored file, or a part of it; null when it is not there. */
export function readFile(filename: string, part?: { start: number; end: number }): Promise<ReadStream | null> {
  return new Promise((resolve) => {
    const stream = createReadStream(pathOf(filename), part);
    stream.once('open', () => resolve(stream));
    stream.once('error', () => resolve(null));
  });
}

export const removeFile = (filename: string): Promise<void> => rm(pathOf(filename), { force: true });
