import type { FastifyInstance } from 'fastify';
import { filesOlderThan, removeFile } from '../../platform/files/media';
import { every } from '../../platform/work/queue';
import { namesAmong } from './media.repository';

const HOUR = 3_600_000;

/**
 * Removes files that were written longer than an hour ago and that no row names: a process that was killed between a file and its commit
 * left them, and nobody can see them. Where most files are unknown, the folder or bucket belongs to another database, and all of them stay.
 * @returns how many went.
 */
export async function clearFiles(stopping?: AbortSignal): Promise<number> {
  const unknown: string[] = [];
  let known = 0;
  for await (const files of filesOlderThan(HOUR)) {
    // Of a part of them it is not known whether most are unknown.
    if (stopping?.aborted) return 0;
    const named = await namesAmong(files);
    known += named.size;
    unknown.push(...files.filter((name) => !named.has(name)));
  }
  if (unknown.length > known)
    throw new Error(`This database knows ${known} of ${known + unknown.length} stored files: they are another one's, nothing was removed`);
  let gone = 0;
  for (const name of unknown) {
    if (stopping?.aborted) break;
    await removeFile(name);
    gone += 1;
  }
  return gone;
}

/** Looks every hour until the API closes. */
export const startClearing = (app: FastifyInstance): void =>
  every(app, 'clearing', HOUR / 1000, clearFiles, 'Files that no record names were not cleared away');
