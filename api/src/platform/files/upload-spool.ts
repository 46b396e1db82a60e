import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { currentServices } from '../context';
import { tempFolder } from './file-storage';
import type { UploadSender } from './images';
import type { StoredUpload } from './stored-uploads';

/** Larger files are stored on the disk until the end of their call. */
const IN_MEMORY = 64 * 1024;
const HOUR = 3_600_000;
const MB = 1024 * 1024;

/**
 * Limits in bytes per API: uploads that are processed at the same time, and uploads that have arrived and are not finished. Only received
 * bytes count, not the announced length, so that a client with a large announcement does not block others.
 */
interface SpoolLimits {
  most: number;
  mostArrived: number;
}

/** Uploads of one lane: bytes that are processed now, bytes that have arrived, and calls that wait in their order. */
interface UploadLane {
  readonly limits: SpoolLimits;
  taken: number;
  arrived: number;
  waiting: { bytes: number; go: () => void }[];
}

/** The uploads of an API. */
export interface Uploads {
  readonly lanes: Readonly<Record<UploadSender, UploadLane>>;
  /** Stored files of running calls. */
  readonly stored: WeakMap<Blob, StoredUpload>;
}

const openLane = (limits: SpoolLimits): UploadLane => ({ limits, taken: 0, arrived: 0, waiting: [] });

/** Visitors have separate limits, so that their uploads use none of the guards' room. */
export const createUploads = (): Uploads => ({
  lanes: {
    guard: openLane({ most: 512 * MB, mostArrived: 2_048 * MB }),
    visitor: openLane({ most: 64 * MB, mostArrived: 256 * MB }),
  },
  stored: new WeakMap(),
});

function admitWaiting(uploadLane: UploadLane): void {
  const { waiting, limits } = uploadLane;
  for (let next = waiting[0]; next && (uploadLane.taken === 0 || uploadLane.taken + next.bytes <= limits.most); next = waiting[0]) {
    waiting.shift();
    uploadLane.taken += next.bytes;
    next.go();
  }
}

/** Runs `act` once the lane has room for this number of bytes, all of which have arrived. Calls are admitted in the order of their arrival. */
async function whenAdmitted<T>(uploadLane: UploadLane, bytes: number, act: () => Promise<T>): Promise<T> {
  await new Promise<void>((go) => {
    uploadLane.waiting.push({ bytes, go });
    admitWaiting(uploadLane);
  });
  try {
    return await act();
  } finally {
    uploadLane.taken -= bytes;
    admitWaiting(uploadLane);
  }
}

/** The files of one call, until its end. */
export interface UploadSpool {
  /** Counts received bytes. @returns false if the lane has no room for them. */
  reserve(bytes: number): boolean;
  /** Reads a file to its end, and stores it until `isUnwanted` returns true. */
  keep(file: AsyncIterable<Buffer>, isUnwanted: () => boolean): Promise<Blob>;
}

/** An error of this machine's disk, in contrast to a body that ends too early, which is the client's error. */
export class SpoolError extends Error {}

async function onDisk<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    throw new SpoolError((error as Error).message, { cause: error });
  }
}

/** Returns a path for a temporary file on this machine's disk. Files of a killed process are deleted an hour after their last write. */
export async function newTempFile(): Promise<string> {
  await mkdir(tempFolder(), { recursive: true, mode: 0o700 });
  return join(tempFolder(), randomUUID());
}

async function openNew(paths: string[]): Promise<FileHandle> {
  const path = await newTempFile();
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
  // The Blob reads its bytes from the disk only when they are needed.
  return handle && path ? onDisk(openAsBlob(path)) : new Blob(chunks as Buffer<ArrayBuffer>[]);
}

/** Reads the upload, then runs `act` with it. Deletes its temporary files afterwards. */
export async function withSpooledUpload<Body, T>(
  lane: UploadSender,
  read: (arrivals: UploadSpool) => Promise<Body>,
  act: (body: Body) => Promise<T>,
): Promise<T> {
  const uploadLane = currentServices().uploads.lanes[lane];
  const paths: string[] = [];
  let own = 0;
  const reserve = (bytes: number) => {
    if (uploadLane.arrived + bytes > uploadLane.limits.mostArrived) return false;
    uploadLane.arrived += bytes;
    own += bytes;
    return true;
  };
  try {
    const body = await read({ reserve, keep: (file, isUnwanted) => keep(paths, file, isUnwanted) });
    return await whenAdmitted(uploadLane, own, () => act(body));
  } finally {
    for (const path of paths) await rm(path, { force: true });
    uploadLane.arrived -= own;
  }
}

/** Deletes temporary files of killed processes: no upload takes an hour. */
export async function deleteStaleSpoolFiles(): Promise<void> {
  const before = systemClock.now().getTime() - HOUR;
  for (const name of await readdir(tempFolder()).catch(() => [])) {
    const path = join(tempFolder(), name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
