import { type RawBuilder, sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';

const l = typedTable('sos_links', 'l');

export interface SosLink {
  id: string;
  sosId: string;
  /** The dispatcher who got the link. */
  name: string;
  isUsed: boolean;
  isExpired: boolean;
}

export interface NewSosLink {
  id: string;
  sosId: string;
  recipient: string;
  name: string;
  createdAt: string;
  expiresAt: string;
}

export async function insert({ id, sosId, recipient, name, createdAt, expiresAt }: NewSosLink): Promise<void> {
  const times = { created_at: createdAt, expires_at: expiresAt };
  await db()
    .insertInto('sos_links')
    .values({ id, sos_id: sosId, recipient, name, ...times })
    .execute();
}

async function linkWhere(condition: RawBuilder<unknown>): Promise<SosLink | null> {
  const { rows } = await sql<SosLink>`
    select ${l.id} as id, ${l.sos_id} as "sosId", ${l.name} as name, ${l.used_at} is not null as "isUsed",
      ${l.expires_at} <= ${nowText()} as "isExpired" from ${l} where ${condition}`.execute(db());
  return rows[0] ?? null;
}

export const linkById = (id: string) => linkWhere(sql`${l.id} = ${id}`);

/** @returns false when the link was used or has expired. */
export async function markUsed(id: string): Promise<boolean> {
  const now = nowText();
  const { numUpdatedRows } = await db()
    .updateTable('sos_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
