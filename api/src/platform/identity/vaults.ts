import { type RawBuilder, sql } from 'kysely';
import { db, transaction } from '../database/db';
import { hold } from '../database/locks';
import type { Tables } from '../database/tables';
import { DoesNotOpen, keyChecks, keyIds } from './keyring';

/** What is sealed of guards in one table. Every call but the lists is made with the guards held. */
export interface Vault {
  /** Some guards of whom something stands there in full. */
  plainGuards(atMost: number): Promise<string[]>;
  /** Seals what stands there in full of these guards. @returns how many rows. */
  sealPlain(guardIds: readonly string[]): Promise<number>;
  /** Some guards of whom something is sealed under one of the keys. */
  guardsUnder(keys: readonly string[], atMost: number): Promise<string[]>;
  /** Seals anew, under the first key, what is sealed of these guards under one of the keys. @returns how many rows. */
  reseal(guardIds: readonly string[], keys: readonly string[]): Promise<number>;
  /** How many rows are sealed under each key. */
  countByKey(): Promise<KeyCount[]>;
}

export interface KeyCount {
  keyId: string;
  count: number;
}

const BATCH = 100;
/** Rows of each vault that a key is tried at. */
const SAMPLE = 10;
let vaults: readonly Vault[] = [];

/** Names the process's vaults. */
export function keepVaults(all: readonly Vault[]): void {
  vaults = all;
}

/** Guards first, all at once and in their order, whatever vaults they stand in: an act that changes their numbers meanwhile waits, or is waited for. */
async function inBatch(find: (vault: Vault) => Promise<string[]>, act: (vault: Vault, guards: readonly string[]) => Promise<number>) {
  const found: string[] = [];
  for (const vault of vaults) found.push(...(await find(vault)));
  const guards = [...new Set(found)].sort().slice(0, BATCH);
  await hold({ guard: guards });
  let rows = 0;
  if (guards.length > 0) for (const vault of vaults) rows += await act(vault, guards);
  return { rows, isDone: guards.length === 0 };
}

/**
 * Seals what stands in full: seeded, or written by a release that knew no keys. Safe to run in several processes at once and to break off.
 * @returns how many rows were sealed.
 */
export async function sealPlain(): Promise<number> {
  let done = 0;
  for (;;) {
    const { rows, isDone } = await transaction(() =>
      inBatch(
        (vault) => vault.plainGuards(BATCH),
        (vault, guards) => vault.sealPlain(guards),
      ),
    );
    done += rows;
    if (isDone) return done;
  }
}

async function counts(): Promise<KeyCount[]> {
  const sums = new Map<string, number>();
  for (const vault of vaults) for (const { keyId, count } of await vault.countByKey()) sums.set(keyId, (sums.get(keyId) ?? 0) + count);
  return [...sums].map(([keyId, count]) => ({ keyId, count }));
}

/** How many rows are sealed under keys that are not at hand, by the ids of those keys. */
export async function lostKeys(): Promise<KeyCount[]> {
  const known = keyIds();
  return (await counts()).filter(({ keyId }) => !known.includes(keyId));
}

/** Whether a key opens something of what was sealed under its id; true where there is nothing. Some rows are tried: one alone may have been changed. */
async function opensAny(keyId: string): Promise<boolean> {
  const guards: string[] = [];
  for (const vault of vaults) guards.push(...(await vault.guardsUnder([keyId], SAMPLE)));
  for (const guard of guards) {
    const isOpen = await transaction(async () => {
      await hold({ guard });
      for (const vault of vaults) await vault.reseal([guard], [keyId]);
      return true;
    }).catch((error) => (error instanceof DoesNotOpen ? false : Promise.reject(error)));
    if (isOpen) return true;
  }
  return guards.length === 0;
}

/**
 * Holds the keys at hand against those that were there before, by their ids, and notes the new ones. Of several processes that start at once
 * with different keys the first one counts. @throws an Error of one line when a key is another one than its id says.
 */
export async function proveKeys(): Promise<void> {
  for (const { keyId, madeWith } of keyChecks()) {
    const known = sql<{ isSame: boolean }>`select made_with = ${madeWith} as "isSame" from key_checks where key_id = ${keyId}`;
    const [before] = (await known.execute(db())).rows;
    if (!before && (await opensAny(keyId)))
      await sql`insert into key_checks (key_id, made_with) values (${keyId}, ${madeWith}) on conflict do nothing`.execute(db());
    const [now] = (await known.execute(db())).rows;
    if (!now?.isSame)
      throw new Error(`PORTAL_SECRET_KEYS has another key under the id ${keyId} than before: give a new key an id of its own.`);
  }
}

/**
 * Seals the rows of the next guards anew under the first key. Broken off, it goes on where it stopped; at the end it does nothing.
 * @returns how many rows it sealed, how many are left for the next calls, and how many are under keys that are not at hand.
 */
export async function rotateKeys(): Promise<{ rotated: number; left: number; lost: number }> {
  const [current, ...old] = keyIds();
  const { rows } = await transaction(() =>
    inBatch(
      (vault) => vault.guardsUnder(old, BATCH),
      (vault, guards) => vault.reseal(guards, old),
    ),
  );
  const all = await counts();
  const sum = (counted: (keyId: string) => boolean) => all.reduce((total, { keyId, count }) => total + (counted(keyId) ? count : 0), 0);
  return { rotated: rows, left: sum((keyId) => old.includes(keyId)), lost: sum((keyId) => keyId !== current && !old.includes(keyId)) };
}

/** The guards of a table's rows that fit. */
export async function guardsWhere<Name extends keyof Tables>(
  table: Name,
  guardId: keyof Tables[Name] & string,
  condition: RawBuilder<unknown>,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(guardId)} as id from ${sql.table(table)} where ${condition}
    order by id limit ${atMost}`.execute(db());
  return rows.map(({ id }) => id);
}
