import { copy } from '@portal/contracts/_kernel/copy';
import { nowText } from '../../platform/clock';
import { afterCommit } from '../../platform/database/db';
import { readFile, storeFile } from '../../platform/files/media';
import { filenameFor, nameUpload, removeQuietly } from '../../platform/files/stored-uploads';
import { fail } from '../../platform/http/errors';
import type { StoredFile } from '../../platform/http/http-binding';
import type { SignedIn } from '../../platform/identity/sessions';
import { deleteMedia, insertMedia, mediaNamed, mediaOf, type StoredMedia } from './media.repository';

/**
 * Stores an image that was checked and re-encoded already; not within a transaction.
 * @param ownerId the guard who alone may see it; null for one that is open to whoever knows its name.
 * @returns the unguessable name that other records hold.
 */
export async function storeImage(bytes: Uint8Array, contentType: `image/${string}`, ownerId: string | null): Promise<string> {
  const filename = filenameFor(contentType);
  await storeFile(filename, bytes);
  await insertMedia({ filename, owner_id: ownerId, content_type: contentType, bytes: bytes.byteLength, created_at: nowText() });
  return filename;
}

/**
 * Notes a picture or a recording of a multipart call for its owner and those with whom a domain shares it. The platform has made it anew, and
 * has stored it before the transaction; it goes when that one fails.
 */
export async function noteUpload(file: Blob, ownerId: string): Promise<string> {
  const filename = nameUpload(file);
  await insertMedia({ filename, owner_id: ownerId, content_type: file.type, bytes: file.size, created_at: nowText() });
  return filename;
}

type Shares = (guardId: string, filename: string) => Promise<boolean>;
let sharing: readonly Shares[] = [];

/** Names the domains that show guards files of others: asked of each, whether this guard is shown this file. */
export function shareMedia(shares: readonly Shares[]): void {
  sharing = shares;
}

async function isShared(guardId: string, filename: string): Promise<boolean> {
  for (const shares of sharing) if (await shares(guardId, filename)) return true;
  return false;
}

/** Forgets a guard's own images that no record names any more; the files go when the transaction has committed. */
export async function forget(ownerId: string, filenames: readonly string[]): Promise<void> {
  for (const filename of await deleteMedia(ownerId, filenames)) afterCommit(() => removeQuietly(filename));
}

/** Forgets everything that a guard has stored. */
export const forgetAll = async (ownerId: string): Promise<void> => forget(ownerId, await mediaOf(ownerId));

const missing = 'There is no such file.';

function opened(media: StoredMedia | undefined): StoredFile {
  if (!media) return fail(404, missing);
  const { filename, content_type: contentType, bytes, owner_id: ownerId } = media;
  return { open: (part) => readFile(filename, part), missing, savedAs: filename, contentType, bytes, isPrivate: ownerId !== null };
}

/**
 * A stored file. 404 when there is none or it is another guard's whom no record shows it: a name tells nothing to who may not see it.
 * 401 without a session.
 */
export async function preview(guard: SignedIn | null, filename: string): Promise<StoredFile> {
  const media = await mediaNamed(filename);
  const ownerId = media?.owner_id ?? null;
  if (ownerId !== null && !guard) fail(401, copy.sessionMissing);
  const isVisible = ownerId === null || ownerId === guard?.id || (guard !== null && (await isShared(guard.id, filename)));
  return opened(isVisible ? media : undefined);
}

/** A stored file, for staff. */
export const previewForStaff = async (filename: string): Promise<StoredFile> => opened(await mediaNamed(filename));
