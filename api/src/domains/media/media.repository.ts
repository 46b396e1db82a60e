import { db } from '../../platform/db';

interface MediaTable {
  filename: string;
  owner_id: string | null;
  content_type: string;
  bytes: number;
  created_at: string;
}

declare module '../../platform/db' {
  interface Database {
    media: MediaTable;
  }
}

export const mediaNamed = (filename: string) => db().selectFrom('media').selectAll().where('filename', '=', filename).executeTakeFirst();

export async function insertMedia(row: MediaTable): Promise<void> {
  await db().insertInto('media').values(row).execute();
}
