import { sql } from 'kysely';
import { db } from '../../platform/database/db';

export interface StoredMedia {
  filename: string;
  owner_id: string | null;
  content_type: string;
  bytes: number;
  created_at: string;
}

export const mediaNamed = (filename: string) => db().selectFrom('media').selectAll().where('filename', '=', filename).executeTakeFirst();

export async function insertMedia(row: StoredMedia): Promise<void> {
  await db().insertInto('media').values(row).execute();
}

/** Only what is the guard's own. @returns the names that were there. */
export async function deleteMedia(ownerId: string, filenames: readonly string[]): Promise<string[]> {
  if (filenames.length === 0) return [];
  const gone = await db()
    .deleteFrom('media')
    .where('owner_id', '=', ownerId)
    .where('filename', 'in', filenames)
    .returning('filename')
    .execute();
  return gone.map(({ filename }) => filename);
}

/** Those of the names that a row names. */
export async function namesAmong(filenames: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ filename: string }>`select filename from media where filename = any(${filenames}::text[])`.execute(db());
  return new Set(rows.map(({ filename }) => filename));
}

export const mediaOf = async (ownerId: string): Promise<string[]> =>
  (await db().selectFrom('media').select('filename').where('owner_id', '=', ownerId).execute()).map(({ filename }) => filename);
