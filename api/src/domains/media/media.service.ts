import { copy } from '@portal/contracts/_kernel/copy';
import { nowText } from '../../platform/clock';
import { fail } from '../../platform/errors';
import type { StoredFile } from '../../platform/http-binding';
import { newFilename, readFile, storeFile } from '../../platform/media';
import type { SignedIn } from '../../platform/sessions';
import { insertMedia, mediaNamed } from './media.repository';

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
export type ImageType = keyof typeof extensions;

/**
 * Stores an image that was checked and re-encoded already.
 * @param ownerId the guard who alone may see it; null for one that is open to whoever knows its name.
 * @returns the unguessable name that other records hold.
 */
export async function storeImage(bytes: Uint8Array, contentType: ImageType, ownerId: string | null): Promise<string> {
  const filename = newFilename(extensions[contentType]);
  await storeFile(filename, bytes);
  await insertMedia({ filename, owner_id: ownerId, content_type: contentType, bytes: bytes.byteLength, created_at: nowText() });
  return filename;
}

/** A stored image. 404 when there is none or it is another guard's: a name tells nothing to who may not see it. 401 without a session. */
export async function preview(guard: SignedIn | null, filename: string): Promise<StoredFile> {
  const media = await mediaNamed(filename);
  if (media?.owner_id && !guard) fail(401, copy.sessionMissing);
  const isVisible = media && (media.owner_id === null || media.owner_id === guard?.id);
  const stream = isVisible ? await readFile(filename) : null;
  if (!media || !stream) return fail(404, 'There is no such file.');
  return { stream, contentType: media.content_type, bytes: media.bytes, isPrivate: media.owner_id !== null };
}
