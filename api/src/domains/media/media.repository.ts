import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { countWithKeys, guardsWithKeys } from '../../platform/identity/encrypted-columns';
import type { KeyCount } from '../../platform/identity/key-rotation';
import type { Encrypted } from '../../platform/identity/keyring';

export interface StoredMedia {
  filename: string;
  owner_id: string | null;
  content_type: string;
  bytes: number;
  created_at: string;
  /** The encrypted data key; null if the file is open to everyone. */
  key_id: string | null;
  key_sealed: Buffer | null;
  /** Whether the stored file is encrypted. */
  is_sealed: boolean;
}

export const mediaNamed = (filename: string) => db().selectFrom('media').selectAll().where('filename', '=', filename).executeTakeFirst();

export async function insertMedia(row: StoredMedia): Promise<void> {
  await db().insertInto('media').values(row).execute();
}

/** Deletes rows of this guard's files only. @returns the files of the deleted rows. */
export async function deleteMedia(ownerId: string, filenames: readonly string[]): Promise<Pick<StoredMedia, 'filename' | 'is_sealed'>[]> {
  if (filenames.length === 0) return [];
  return db()
    .deleteFrom('media')
    .where('owner_id', '=', ownerId)
    .where('filename', 'in', filenames)
    .returning(['filename', 'is_sealed'])
    .execute();
}

/** The files among these that have a row. */
export async function filesAmong(filenames: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ filename: string }>`select filename from media where filename = any(${filenames}::text[])`.execute(db());
  return rows.map(({ filename }) => filename);
}

const table = 'media';
const guardId = 'owner_id';
const isUnder = (key: string) => sql`is_sealed and key_id = ${key}`;

export const ownersUnder = (keys: readonly string[], atMost: number, after: string): Promise<string[]> =>
  guardsWithKeys({ table, guardId, isUnder, keys, atMost, after });

export const countFilesUnder = (keys: readonly string[], atMost: number): Promise<number> =>
  countWithKeys({ table, isUnder, keys, atMost });

export async function filesUnder(
  guardIds: readonly string[],
  keys: readonly string[],
): Promise<(Encrypted & { filename: string; guardId: string })[]> {
  const { rows } = await sql<Encrypted & { filename: string; guardId: string }>`
    select filename, owner_id as "guardId", key_id as "keyId", key_sealed as sealed from media
    where is_sealed and owner_id = any(${guardIds}::uuid[]) and key_id = any(${keys}::text[])`.execute(db());
  return rows;
}

export async function putFileKey(filename: string, { keyId, sealed }: Encrypted): Promise<void> {
  await db().updateTable('media').set({ key_id: keyId, key_sealed: sealed }).where('filename', '=', filename).execute();
}

export async function filesByKey(): Promise<KeyCount[]> {
  const { rows } = await sql<KeyCount>`select key_id as "keyId", count(*)::int as count from media where is_sealed group by key_id`.execute(
    db(),
  );
  return rows;
}

export const mediaOf = async (ownerId: string): Promise<string[]> =>
  (await db().selectFrom('media').select('filename').where('owner_id', '=', ownerId).execute()).map(({ filename }) => filename);
