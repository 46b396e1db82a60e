import type { FastifyInstance } from 'fastify';
import { filesAmong } from '../domains/media/media.repository';
import { sealFiles } from '../domains/media/sealing.service';
import { filesOlderThan, removeFile } from '../platform/files/file-storage';
import { parseStoredName } from '../platform/files/sealed-files';
import { scheduleJob } from '../platform/queue/job-queue';

const HOUR = 3_600_000;

/**
 * Removes files that were written more than an hour ago and have no row: a process was killed after it wrote the file and before it committed
 * the row. Also removes the plain file of a row that is marked as encrypted: the process was killed before it removed that file. If most files
 * have no row, the folder or bucket belongs to another database, and all files stay.
 * @returns the number of removed files.
 */
export async function deleteOrphanFiles(stopping?: AbortSignal): Promise<number> {
  const unknown: string[] = [];
  const replaced: string[] = [];
  let known = 0;
  for await (const files of filesOlderThan(HOUR)) {
    // An incomplete list does not show whether most files are unknown.
    if (stopping?.aborted) return 0;
    const rows = new Map(
      (await filesAmong(files.map((name) => parseStoredName(name).filename))).map((row) => [row.filename, row.is_sealed]),
    );
    for (const name of files) {
      const { filename, isSealed } = parseStoredName(name);
      if (!rows.has(filename)) unknown.push(name);
      else known += 1;
      if (rows.get(filename) && !isSealed) replaced.push(name);
    }
  }
  if (unknown.length > known)
    throw new Error(
      `This database knows ${known} of ${known + unknown.length} stored files: they belong to another database, nothing was removed`,
    );
  let gone = 0;
  for (const name of [...unknown, ...replaced]) {
    if (stopping?.aborted) break;
    await removeFile(name);
    gone += 1;
  }
  return gone;
}

async function sealAndClear(stopping: AbortSignal): Promise<void> {
  try {
    await sealFiles(stopping);
  } finally {
    await deleteOrphanFiles(stopping);
  }
}

/** Runs every hour until the API closes. */
export const startClearing = (app: FastifyInstance): void =>
  scheduleJob(app, 'clearing', HOUR / 1000, sealAndClear, 'Stored files could not be encrypted or deleted');
