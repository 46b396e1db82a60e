import { copy } from '@portal/contracts/_kernel/copy';
import { nowText } from '../../platform/clock';
import { afterCommit, afterRollback } from '../../platform/db';
import { fail } from '../../platform/errors';
import type { StoredFile } from '../../platform/http-binding';
import { newFilename, readFile, removeFile, storeFile } from '../../platform/media';
import type { SignedIn } from '../../platform/sessions';
import { deleteMedia, insertMedia, mediaNamed, mediaOf } from './media.repository';

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
export type ImageType = keyof typeof extensions;

/** A file that no row names is seen by nobody: failing to remove it fails nothing. */
const removeQuietly = (filename: string): Promise<void> => removeFile(filename).catch(() => {});

/**
 * Stores an image that was checked and re-encoded already.
 * @param ownerId the guard who alone may see it; null for one that is open to whoever knows its name.
 * @returns the unguessable name that other records hold.
 */
export async function storeImage(bytes: Uint8Array, contentType: ImageType, ownerId: string | null): Promise<string> {
  const filename = newFilename(extensions[contentType]);
  afterRollback(() => removeQuietly(filename));
  await storeFile(filename, bytes);
  await insertMedia({ filename, owner_id: ownerId, content_type: contentType, bytes: bytes.byteLength, created_at: nowText() });
  return filename;
}

/** Stores a picture of a multipart call, which the platform has made anew, for its owner alone. Gone again when the transaction fails. */
export const storeUpload = async (file: Blob, ownerId: string): Promise<string> =>
  storeImage(new Uint8Array(await file.arrayBuffer()), file.type as ImageType, ownerId);

/** Forgets a guard's own images that no record names any more; the files go when the transaction has committed. */
export async function forget(ownerId: string, filenames: readonly string[]): Promise<void> {
  for (const filename of await deleteMedia(ownerId, filenames)) afterCommit(() => removeQuietly(filename));
}

/** Forgets everything that a guard has stored. */
export const forgetAll = async (ownerId: string): Promise<void> => forget(ownerId, await mediaOf(ownerId));

/** A stored image. 404 when there is none or it is another guard's: a name tells nothing to who may not see it. 401 without a session. */
export async function preview(guard: SignedIn | null, filename: string): Promise<StoredFile> {
  const media = await mediaNamed(filename);
  if (media?.owner_id && !guard) fail(401, copy.sessionMissing);
  const isVisible = media && (media.owner_id === null || media.owner_id === guard?.id);
  const stream = isVisible ? await readFile(filename) : null;
  if (!media || !stream) return fail(404, 'There is no such file.');
  return { stream, contentType: media.content_type, bytes: media.bytes, isPrivate: media.owner_id !== null };
}
