import { type RawBuilder, sql } from 'kysely';
import { db } from '../database/db';
import type { Tables } from '../database/tables';

/** Ids of guards with matching rows in a table, ordered by id. */
async function guardsMatching<Name extends keyof Tables>(
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
  table: keyof Tables & string;
  /** Rows under one key. An index orders the rows of a key by guard, so that only the requested rows are read. */
  isUnder: (key: string) => RawBuilder<unknown>;
  keys: readonly string[];
  atMost: number;
}

interface UnderKeys extends CountUnderKeys {
  /** The column of the guard's id. */
  guardId?: 'guard_id' | 'owner_id';
  /** Only guards with a greater id. */
  after: string;
}

/** Guards of a table with rows under the keys, at most `atMost` per key. */
export async function guardsWithKeys({ table, guardId = 'guard_id', isUnder, keys, atMost, after }: UnderKeys): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) {
    const condition = sql`${isUnder(key)} and ${sql.ref(guardId)} > ${after}`;
    found.push(...(await guardsMatching(table, guardId as keyof Tables[typeof table], condition, atMost)));
  }
  return found;
}

/** Number of rows under the keys, counted up to `atMost` per key. */
export async function countWithKeys({ table, isUnder, keys, atMost }: CountUnderKeys): Promise<number> {
  let sum = 0;
  for (const key of keys) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select from ${sql.table(table)} where ${isUnder(key)} limit ${atMost}) as some_rows`.execute(db());
    sum += rows[0]?.count ?? 0;
  }
  return sum;
}
