import type { Readable } from 'node:stream';
import { copy } from '@portal/contracts/_kernel/copy';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { afterCommit } from '../../platform/database/db';
import { readFile, storeFile } from '../../platform/files/file-storage';
import type { ByteRange } from '../../platform/files/file-store';
import { FileChanged, openSealed, resealFileKey, sealedName } from '../../platform/files/sealed-files';
import { claimUpload, filenameFor, removeIgnoringErrors, storeSealed } from '../../platform/files/stored-uploads';
import { fail } from '../../platform/http/errors';
import type { StoredFile } from '../../platform/http/routes';
import type { EncryptedColumn } from '../../platform/identity/key-rotation';
import { DecryptionError, type Encrypted } from '../../platform/identity/keyring';
import { guardPrincipal, logSecurityEventNow } from '../../platform/identity/security-log';
import type { SignedIn } from '../../platform/identity/sessions';
import {
  countFilesUnder,
  deleteMedia,
  filesByKey,
  filesUnder,
  insertMedia,
  mediaNamed,
  mediaOf,
  ownersUnder,
  putFileKey,
  type StoredMedia,
} from './media.repository';

/**
 * Stores an image that was already checked and re-encoded; not within a transaction.
 * @param ownerId the only guard who may see it; null for a file that is open to every caller who knows its name.
 * @returns the unguessable name, which other rows refer to.
 */
export async function storeImage(bytes: Uint8Array, contentType: `image/${string}`, ownerId: string | null): Promise<string> {
  const filename = filenameFor(contentType);
  const key = ownerId === null ? null : await storeSealed(filename, bytes);
  if (!key) await storeFile(filename, bytes);
  await insertMedia(rowOf({ filename, ownerId, contentType, bytes: bytes.byteLength, key }));
  return filename;
}

interface NewMedia {
  filename: string;
  ownerId: string | null;
  contentType: string;
  bytes: number;
  key: Encrypted | null;
}

const rowOf = ({ filename, ownerId, contentType, bytes, key }: NewMedia): StoredMedia => ({
  filename,
  owner_id: ownerId,
  content_type: contentType,
  bytes,
  created_at: nowText(),
  key_id: key?.keyId ?? null,
  key_sealed: key?.sealed ?? null,
  is_sealed: key !== null,
});

/**
 * Stores the row of a picture or recording of a multipart call, for its owner and the guards with whom a domain shares it. The platform re-encoded
 * and stored the file before the transaction, and deletes it if the transaction fails.
 */
export async function recordUpload(file: Blob, ownerId: string): Promise<string> {
  const { filename, key } = claimUpload(file);
  await insertMedia(rowOf({ filename, ownerId, contentType: file.type, bytes: file.size, key }));
  return filename;
}

/** Deletes the rows of a guard's own images that no other row names; the files are deleted after the commit. */
export async function deleteOwnFiles(ownerId: string, filenames: readonly string[]): Promise<void> {
  for (const { filename, is_sealed } of await deleteMedia(ownerId, filenames))
    afterCommit(() => removeIgnoringErrors(is_sealed ? sealedName(filename) : filename));
}

/** Deletes all stored files of a guard. */
export const deleteAllFiles = async (ownerId: string): Promise<void> => deleteOwnFiles(ownerId, await mediaOf(ownerId));

const missing = 'There is no such file.';
const damaged = 'This file is damaged and cannot be opened.';

/** Opens a stored file, or a part of it; null if it is gone. @throws FileChanged, DecryptionError */
const openMedia = ({ filename, is_sealed, key_id: keyId, key_sealed: sealed }: StoredMedia, part?: ByteRange): Promise<Readable | null> =>
  is_sealed && keyId && sealed
    ? openSealed(filename, { keyId, sealed }, () => readFile(sealedName(filename)), part)
    : readFile(filename, part);

/** Logs an encrypted file that cannot be decrypted. @throws any other error. */
function logDamage(error: unknown, { owner_id: ownerId, filename, key_id: keyId }: StoredMedia): void {
  if (!(error instanceof FileChanged || error instanceof DecryptionError)) throw error;
  logSecurityEventNow('sealed file does not open', guardPrincipal(ownerId ?? ''), { file: filename, keyId });
}

/** Opens a guard's file for the guard's data export; null if it is gone or damaged. */
export async function openForExport(filename: string): Promise<Readable | null> {
  const media = await mediaNamed(filename);
  if (!media) return null;
  return openMedia(media).catch((error: unknown) => {
    logDamage(error, media);
    return null;
  });
}

/** A guard's file as a data URL, for a reply that a device keeps; null if the file is gone or damaged. */
export async function dataUrlOf(filename: string): Promise<string | null> {
  const media = await mediaNamed(filename);
  if (!media) return null;
  try {
    const bytes = await (await openMedia(media))?.toArray();
    return bytes ? `data:${media.content_type};base64,${Buffer.concat(bytes).toString('base64')}` : null;
  } catch (error) {
    logDamage(error, media);
    return null;
  }
}

/** The data keys of encrypted files: rotation encrypts them under the new key, and the files stay as they are. */
export const mediaColumn: EncryptedColumn = {
  guardsSealedWith: ownersUnder,
  rowsSealedWith: async (guardIds, keys) =>
    (await filesUnder(guardIds, keys)).map(({ filename, guardId, ...key }) => ({
      guardId,
      keyId: key.keyId,
      reseal: async () => putFileKey(filename, resealFileKey(filename, key)),
    })),
  countSealedWith: countFilesUnder,
  countByKey: filesByKey,
};

function opened(media: StoredMedia | undefined): StoredFile {
  if (!media) return fail(404, missing);
  const { filename, content_type: contentType, bytes, owner_id: ownerId } = media;
  const open = (part?: ByteRange) =>
    openMedia(media, part).catch((error: unknown) => {
      logDamage(error, media);
      return fail(409, damaged);
    });
  return { open, missing, savedAs: filename, contentType, bytes, isPrivate: ownerId !== null };
}

/**
 * A stored file. 404 when there is none, and when it is another guard's and not shared with this one, so that a name reveals nothing.
 * 401 without a session.
 */
export async function preview(guard: SignedIn | null, filename: string): Promise<StoredFile> {
  const media = await mediaNamed(filename);
  const ownerId = media?.owner_id ?? null;
  if (ownerId !== null && !guard) fail(401, copy.sessionMissing);
  const isVisible =
    ownerId === null || ownerId === guard?.id || (guard !== null && (await currentServices().hooks.canViewFile(guard.id, filename)));
  return opened(isVisible ? media : undefined);
}

/** A stored file, for staff. */
export const previewForStaff = async (filename: string): Promise<StoredFile> => opened(await mediaNamed(filename));
