import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@portal/contracts/_kernel/clock';
import type { FastifyInstance } from 'fastify';
import { fail } from '../http/errors';
import { repeat } from '../work/repeat';
import { mediaFolder } from './media';

/** What is larger is kept on the disk until its call is over. */
const IN_MEMORY = 64 * 1024;
const HOUR = 3_600_000;
const MB = 1024 * 1024;

/** Bytes of all uploads of this process that are on their way at the same time, and of those that wait to be read. */
export const room = { most: 512 * MB, mostWaiting: 2_048 * MB };
let taken = 0;
let waitingBytes = 0;
const waiting: { bytes: number; go: () => void }[] = [];

function letIn(): void {
  for (let next = waiting[0]; next && (taken === 0 || taken + next.bytes <= room.most); next = waiting[0]) {
    waiting.shift();
    waitingBytes -= next.bytes;
    taken += next.bytes;
    next.go();
  }
}

/** Waits until there is room for so many bytes; who comes first goes first. 503 when too many wait already: that one should come again. */
async function takeRoom(bytes: number): Promise<void> {
  if (waitingBytes + bytes > room.mostWaiting)
    fail(503, 'Many files are being sent to us at the moment. Please try again in a minute.', { retryAfter: 60 });
  await new Promise<void>((go) => {
    waiting.push({ bytes, go });
    waitingBytes += bytes;
    letIn();
  });
}

function leaveRoom(bytes: number): void {
  taken -= bytes;
  letIn();
}

/** Beside the stored files, so that it is on the disk that has room for them. */
const folder = () => join(mediaFolder(), '.arriving');

/** The files of one call, until it is over. */
export interface Arrivals {
  /** Reads a file to its end, and keeps it as long as it is wanted. */
  keep(file: AsyncIterable<Buffer>, isUnwanted: () => boolean): Promise<Blob>;
}

/** @throws what the disk says, marked as ours: a body that ends too early is the caller's. */
export class DiskFailed extends Error {}

async function onDisk<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    throw new DiskFailed((error as Error).message, { cause: error });
  }
}

async function openNew(paths: string[]): Promise<FileHandle> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const path = join(folder(), randomUUID());
  paths.push(path);
  return open(path, 'wx', 0o600);
}

async function keep(paths: string[], file: AsyncIterable<Buffer>, isUnwanted: () => boolean): Promise<Blob> {
  let chunks: Buffer[] = [];
  let size = 0;
  let handle: FileHandle | null = null;
  try {
    for await (const chunk of file) {
      if (isUnwanted()) {
        chunks = [];
        continue;
      }
      size += chunk.length;
      chunks.push(chunk);
      if (size <= IN_MEMORY) continue;
      handle ??= await onDisk(openNew(paths));
      await onDisk(handle.appendFile(Buffer.concat(chunks)));
      chunks = [];
    }
  } finally {
    await handle?.close();
  }
  const path = paths.at(-1);
  // Its bytes are read when they are asked for, and no sooner.
  return handle && path ? onDisk(openAsBlob(path)) : new Blob(chunks as Buffer<ArrayBuffer>[]);
}

/** Acts with room for so many bytes. Whatever arrived on the disk meanwhile is gone afterwards. */
export async function withArrivals<T>(bytes: number, act: (arrivals: Arrivals) => Promise<T>): Promise<T> {
  await takeRoom(bytes);
  const paths: string[] = [];
  try {
    return await act({ keep: (file, isUnwanted) => keep(paths, file, isUnwanted) });
  } finally {
    for (const path of paths) await rm(path, { force: true });
    leaveRoom(bytes);
  }
}

/** Removes what processes left that were killed: no upload takes an hour. */
export async function clearArrivals(): Promise<void> {
  const before = systemClock.now().getTime() - HOUR;
  for (const name of await readdir(folder()).catch(() => [])) {
    const path = join(folder(), name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}

/** Looks at once and every hour until the API closes; each process for itself, whose disk may be its own. */
export const startClearingArrivals = (app: FastifyInstance): void =>
  repeat(app, HOUR, clearArrivals, 'Uploads that were broken off were not cleared away')();
