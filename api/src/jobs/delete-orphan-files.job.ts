import { filesAmong } from '../domains/media/media.repository';
import { filesOlderThan, removeFile } from '../platform/files/file-storage';
import { filenameIn } from '../platform/files/sealed-files';
import { defineJob, noPayload } from '../platform/queue/define-job';

const HOUR = 3_600_000;

/**
 * Removes files that were written more than an hour ago and have no row: a process was killed after it wrote the file and before it committed
 * the row. If most files have no row, the folder or bucket belongs to another database, and all files stay.
 * @returns the number of removed files.
 */
export async function deleteOrphanFiles(stopping?: AbortSignal): Promise<number> {
  const unknown: string[] = [];
  let known = 0;
  for await (const files of filesOlderThan(HOUR)) {
    // An incomplete list does not show whether most files are unknown.
    if (stopping?.aborted) return 0;
    const rows = new Set(await filesAmong(files.map(filenameIn)));
    const orphans = files.filter((name) => !rows.has(filenameIn(name)));
    unknown.push(...orphans);
    known += files.length - orphans.length;
  }
  if (unknown.length > known)
    throw new Error(
      `This database knows ${known} of ${known + unknown.length} stored files: they belong to another database, nothing was removed`,
    );
  let gone = 0;
  for (const name of unknown) {
    if (stopping?.aborted) break;
    await removeFile(name);
    gone += 1;
  }
  return gone;
}

export const deleteOrphanFilesJob = defineJob({
  name: 'delete-orphan-files',
  does: 'Deletes files without a row.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'clearing', seconds: HOUR / 1_000 },
  retries: 'the next run',
  onGivenUp: 'The files stay until a later run.',
  failed: 'Stored files could not be deleted',
  run: ({ stopping }) => deleteOrphanFiles(stopping),
});
