import { type RawBuilder, sql } from 'kysely';
import { db, transaction } from '../database/db';
import { hold } from '../database/locks';
import type { Tables } from '../database/tables';
import type { Mode } from '../env';
import { DoesNotOpen, keyChecks, keyIds, type SecretKey, setKeyring } from './keyring';

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
  /** How many rows are sealed under one of the keys, counted up to so many. */
  countUnder(keys: readonly string[], atMost: number): Promise<number>;
  /** How many rows are sealed under each key: every row is read. */
  countByKey(): Promise<KeyCount[]>;
}

export interface KeyCount {
  keyId: string;
  count: number;
}

const BATCH = 100;
/** Rows of each vault that are counted while there are more: to count all of them after each batch takes longer the more there are. */
const COUNTED = 1_000;
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
export async function sealPlain(stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    const { rows, isDone } = await transaction(() =>
      inBatch(
        (vault) => vault.plainGuards(BATCH),
        (vault, guards) => vault.sealPlain(guards),
      ),
    );
    done += rows;
    if (isDone || stopping?.aborted) return done;
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
 * Refuses to seal with a key that no process had so far while things are sealed under another one: a process that lacks it could not read
 * what this one seals, and would not start any more. @throws an Error of one line.
 */
async function requireAnnounced(): Promise<void> {
  const [first = '', ...others] = keyIds();
  const { rows } = await sql`select from key_checks where key_id = ${first}`.execute(db());
  if (rows.length > 0) return;
  const sealed = new Set((await counts()).map(({ keyId }) => keyId));
  if (!sealed.has(first) && others.some((key) => sealed.has(key)))
    throw new Error(
      `PORTAL_SECRET_KEYS begins with the key ${first}, which no process had so far: one without it could not read what it seals. Put it at the end, restart every process, then put it in front. The same after a backup of before a change of the key was restored: it knows the old one alone.`,
    );
}

/**
 * Holds the keys at hand against those that were there before, by their ids, and notes the new ones. Of several processes that start at once
 * with different keys the first one counts. @throws an Error of one line when a key is another one than its id says, or when the first one was not
 * at the end before.
 */
export async function proveKeys(): Promise<void> {
  await requireAnnounced();
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
 * Names the process's keys, proves them, and seals what stands in full. A key that is missing is said now, not on the day that somebody is to
 * be paid. @returns a line for each key that is missing. @throws an Error of one line for it in production, and as `proveKeys` does.
 */
export async function openVaults({ mode, secretKeys }: { mode: Mode; secretKeys: readonly SecretKey[] }): Promise<string[]> {
  setKeyring(secretKeys);
  await proveKeys();
  await sealPlain();
  const lost = (await lostKeys()).map(
    ({ keyId, count }) => `PORTAL_SECRET_KEYS lacks the key ${keyId}, which sealed ${count} bank details and document numbers.`,
  );
  if (mode === 'production' && lost.length > 0) throw new Error(lost.join('\n'));
  return lost;
}

/**
 * Seals the rows of the next guards anew under the first key. Broken off, it goes on where it stopped; at the end it does nothing.
 * @returns how many rows it sealed, how many are left for the next calls, counted up to a thousand in each table, and, once none is, how many
 * are under keys that are not at hand.
 */
export async function rotateKeys(): Promise<{ rotated: number; left: number; lost: number }> {
  const [, ...old] = keyIds();
  const { rows } = await transaction(() =>
    inBatch(
      (vault) => vault.guardsUnder(old, BATCH),
      (vault, guards) => vault.reseal(guards, old),
    ),
  );
  let left = 0;
  for (const vault of vaults) left += await vault.countUnder(old, COUNTED);
  const lost = left > 0 ? [] : await lostKeys();
  return { rotated: rows, left, lost: lost.reduce((total, { count }) => total + count, 0) };
}

/** The guards of a table's rows that fit, the first of them by their ids. */
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

interface UnderKeys {
  table: 'bank_details' | 'identity_documents' | 'guard_documents';
  /** The rows under one key. An index has that key's rows by their guards: so no more of them are read than are asked for. */
  isUnder: (key: string) => RawBuilder<unknown>;
  keys: readonly string[];
  atMost: number;
}

/** Guards of a table with rows under the keys, so many at most of each key. */
export async function guardsUnderKeys({ table, isUnder, keys, atMost }: UnderKeys): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) found.push(...(await guardsWhere(table, 'guard_id', isUnder(key), atMost)));
  return found;
}

/** How many rows of a table are under the keys, counted up to so many of each key. */
export async function countUnderKeys({ table, isUnder, keys, atMost }: UnderKeys): Promise<number> {
  let sum = 0;
  for (const key of keys) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select from ${sql.table(table)} where ${isUnder(key)} limit ${atMost}) as some_rows`.execute(db());
    sum += rows[0]?.count ?? 0;
  }
  return sum;
}
