import { randomBytes } from 'node:crypto';
import { constants, createReadStream, type ReadStream } from 'node:fs';
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemClock } from '@portal/contracts/_kernel/clock';

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

/** Writes a file under a name that is known beforehand, such as a seeded one's; one that is there is replaced. */
export async function putFile(filename: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(pathOf(filename), bytes, { mode: 0o600 });
}

/** Opens a stored file, or a part of it; null when it is not there. */
export function readFile(filename: string, part?: { start: number; end: number }): Promise<ReadStream | null> {
  return new Promise((resolve) => {
    const stream = createReadStream(pathOf(filename), part);
    stream.once('open', () => resolve(stream));
    stream.once('error', () => resolve(null));
  });
}

/** @throws when nothing can be stored just now. */
export async function requireMedia(): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
}

export const removeFile = (filename: string): Promise<void> => rm(pathOf(filename), { force: true });

const given = /^[0-9a-f]{32}\.[a-z0-9]+$/;

/** When a file was written; null when it is gone. */
const writtenAt = (filename: string): Promise<number | null> =>
  stat(pathOf(filename)).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );

/**
 * The names of stored files that were written longer ago than `ms`. A file knows true time only, so true time it is compared with: by the
 * clock that a rehearsal moves on, a file of this second would be days old.
 */
export async function filesOlderThan(ms: number): Promise<string[]> {
  const before = systemClock.now().getTime() - ms;
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const old: string[] = [];
  for (const { name } of found.filter((entry) => entry.isFile() && given.test(entry.name))) {
    const at = await writtenAt(name);
    if (at !== null && at < before) old.push(name);
  }
  return old;
}
