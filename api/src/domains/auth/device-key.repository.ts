import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { countWithKeys, guardsWithKeys } from '../../platform/identity/encrypted-columns';
import type { KeyCount } from '../../platform/identity/key-rotation';
import type { Encrypted } from '../../platform/identity/keyring';

const TABLE = 'device_keys';
const isUnder = (key: string) => sql`key_id = ${key}`;

export const sealedKey = (guardId: string): Promise<Encrypted | undefined> =>
  db().selectFrom(TABLE).select(['key_id as keyId', 'sealed']).where('guard_id', '=', guardId).executeTakeFirst();

export async function insertKey(guardId: string, { keyId, sealed }: Encrypted): Promise<void> {
  await db().insertInto(TABLE).values({ guard_id: guardId, key_id: keyId, sealed, made_at: nowText() }).execute();
}

export async function updateKey(guardId: string, { keyId, sealed }: Encrypted): Promise<void> {
  await db().updateTable(TABLE).set({ key_id: keyId, sealed }).where('guard_id', '=', guardId).execute();
}

export const guardsWithKeysUnder = (keys: readonly string[], atMost: number, after: string): Promise<string[]> =>
  guardsWithKeys({ table: TABLE, isUnder, keys, atMost, after });

export const countKeysUnder = (keys: readonly string[], atMost: number): Promise<number> =>
  countWithKeys({ table: TABLE, isUnder, keys, atMost });

export async function deviceKeysSealedWith(
  guardIds: readonly string[],
  keys: readonly string[],
): Promise<(Encrypted & { guardId: string })[]> {
  const { rows } = await sql<Encrypted & { guardId: string }>`select guard_id as "guardId", key_id as "keyId", sealed from device_keys
    where guard_id = any(${guardIds}::uuid[]) and key_id = any(${keys}::text[])`.execute(db());
  return rows;
}

export async function countByKey(): Promise<KeyCount[]> {
  const { rows } = await sql<KeyCount>`select key_id as "keyId", count(*)::int as count from device_keys group by key_id`.execute(db());
  return rows;
}
