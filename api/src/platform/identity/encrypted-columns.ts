import { type RawBuilder, sql } from 'kysely';
import { db } from '../database/db';
import type { Tables } from '../database/tables';

/** The guards of a table's rows that fit, the first of them by their ids. */
export async function guardsMatching<Name extends keyof Tables>(
  table: Name,
  guardId: keyof Tables[Name] & string,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(guardId)} as id from ${sql.table(table)} where ${condition}
    order by id limit ${atMost}`.execute(db());
  return rows.map(({ id }) => id);
}

interface CountUnderKeys {
  table: 'bank_details' | 'identity_documents' | 'guard_documents' | 'media' | 'device_keys' | 'second_factors';
  /** The rows under one key. An index has that key's rows by their guards: so no more of them are read than are asked for. */
  isUnder: (key: string) => RawBuilder<unknown>;
  keys: readonly string[];
  atMost: number;
}

interface UnderKeys extends CountUnderKeys {
  /** The column of the guard's id. */
  guardId?: 'guard_id' | 'owner_id';
  /** Behind whom they stand. */
  after: string;
}

/** Guards of a table with rows under the keys, so many at most of each key. */
export async function guardsWithKeys({ table, guardId = 'guard_id', isUnder, keys, atMost, after }: UnderKeys): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) {
    const condition = sql`${isUnder(key)} and ${sql.ref(guardId)} > ${after}`;
    found.push(...(await guardsMatching(table, guardId as keyof Tables[typeof table], condition, atMost)));
  }
  return found;
}

/** How many rows of a table are under the keys, counted up to so many of each key. */
export async function countWithKeys({ table, isUnder, keys, atMost }: CountUnderKeys): Promise<number> {
  let sum = 0;
  for (const key of keys) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select from ${sql.table(table)} where ${isUnder(key)} limit ${atMost}) as some_rows`.execute(db());
    sum += rows[0]?.count ?? 0;
  }
  return sum;
}
