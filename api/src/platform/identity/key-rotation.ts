import { sql } from 'kysely';
import type { Mode } from '../config/env';
import { db, transaction } from '../database/db';
import { lock } from '../database/locks';
import { DecryptionError, keyFingerprints, keyIds, type SecretKey, setKeyring } from './keyring';
import { guardPrincipal, logSecurityEvent } from './security-log';

/** What is sealed in one row. */
export interface SealedRow {
  guardId: string;
  keyId: string;
  /** Seals it anew under the first key. @throws DecryptionError before anything was written. */
  reseal(): Promise<void>;
}

/** What is sealed of guards in one table. Every call but the lists is made with the guards held. */
export interface EncryptedColumn {
  /** Some guards of whom something stands there in full. */
  plainGuards(atMost: number): Promise<string[]>;
  /** Seals what stands there in full of these guards. @returns how many rows. */
  encryptPlaintext(guardIds: readonly string[]): Promise<number>;
  /** The first guards behind that one of whom something is sealed under one of the keys. */
  guardsUnder(keys: readonly string[], atMost: number, after: string): Promise<string[]>;
  /** What is sealed of these guards under one of the keys. */
  rowsUnder(guardIds: readonly string[], keys: readonly string[]): Promise<SealedRow[]>;
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
/** Before every id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Rows of each vault that are counted while there are more: to count all of them after each batch takes longer the more there are. */
const COUNTED = 1_000;
/** Rows of each vault that a key is tried at. */
const SAMPLE = 10;
let vaults: readonly EncryptedColumn[] = [];

/** Names the process's vaults. */
export function keepVaults(all: readonly EncryptedColumn[]): void {
  vaults = all;
}

/** Guards first, all at once and in their order, whatever vaults they stand in: an act that changes their numbers meanwhile waits, or is waited for. */
async function inBatch(
  find: (vault: EncryptedColumn) => Promise<string[]>,
  act: (vault: EncryptedColumn, guards: readonly string[]) => Promise<number>,
) {
  const found: string[] = [];
  for (const vault of vaults) found.push(...(await find(vault)));
  const guards = [...new Set(found)].sort().slice(0, BATCH);
  await lock({ guard: guards });
  let rows = 0;
  if (guards.length > 0) for (const vault of vaults) rows += await act(vault, guards);
  return { rows, guards };
}

/**
 * Seals what stands in full: seeded, or written by a release that knew no keys. Safe to run in several processes at once and to break off.
 * @returns how many rows were sealed.
 */
export async function encryptPlaintext(stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    const { rows, guards } = await transaction(() =>
      inBatch(
        (vault) => vault.plainGuards(BATCH),
        (vault, guards) => vault.encryptPlaintext(guards),
      ),
    );
    done += rows;
    if (guards.length === 0 || stopping?.aborted) return done;
  }
}

async function counts(): Promise<KeyCount[]> {
  const sums = new Map<string, number>();
  for (const vault of vaults) for (const { keyId, count } of await vault.countByKey()) sums.set(keyId, (sums.get(keyId) ?? 0) + count);
  return [...sums].map(([keyId, count]) => ({ keyId, count }));
}

/** How many rows are sealed under keys that are not at hand, by the ids of those keys. */
export async function missingKeys(): Promise<KeyCount[]> {
  const known = keyIds();
  return (await counts()).filter(({ keyId }) => !known.includes(keyId));
}

/** Seals rows anew, each by itself: one that does not open stays as it is, and keeps no other one from it. @returns those that do not open. */
async function resealEach(rows: readonly SealedRow[]): Promise<SealedRow[]> {
  const undecryptable: SealedRow[] = [];
  for (const row of rows)
    await row.reseal().catch((error: unknown) => {
      if (!(error instanceof DecryptionError)) throw error;
      undecryptable.push(row);
    });
  return undecryptable;
}

/** Whether a key opens something of what was sealed under its id; true where there is nothing. Some rows are tried: one alone may have been changed. */
async function opensAny(keyId: string): Promise<boolean> {
  const guards: string[] = [];
  for (const vault of vaults) guards.push(...(await vault.guardsUnder([keyId], SAMPLE, NOBODY)));
  for (const guard of guards) {
    const isOpen = await transaction(async () => {
      await lock({ guard });
      const rows: SealedRow[] = [];
      for (const vault of vaults) rows.push(...(await vault.rowsUnder([guard], [keyId])));
      const undecryptable = await resealEach(rows);
      return rows.length === 0 || undecryptable.length < rows.length;
    });
    if (isOpen) return true;
  }
  return guards.length === 0;
}

/**
 * Refuses to seal with a key that no process had so far while things are sealed under another one: a process that lacks it could not read
 * what this one seals, and would not start any more. @throws an Error of one line.
 */
async function requireKnownFirstKey(): Promise<void> {
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
export async function verifyKeys(): Promise<void> {
  await requireKnownFirstKey();
  for (const { keyId, madeWith } of keyFingerprints()) {
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
 * be paid. @returns a line for each key that is missing. @throws an Error of one line for it in production, and as `verifyKeys` does.
 */
export async function checkKeysAndEncrypt({ mode, secretKeys }: { mode: Mode; secretKeys: readonly SecretKey[] }): Promise<string[]> {
  setKeyring(secretKeys);
  await verifyKeys();
  await encryptPlaintext();
  const lost = (await missingKeys()).map(
    ({ keyId, count }) =>
      `PORTAL_SECRET_KEYS lacks the key ${keyId}, which sealed ${count} bank details, document numbers and files. Put it back at the end and call \`npm run staff -- rotate-keys\`: those whose do not open, its "unopened", enter them anew.`,
  );
  if (mode === 'production' && lost.length > 0) throw new Error(lost.join('\n'));
  return lost;
}

export interface Rotation {
  /** How many rows were sealed anew. */
  rotated: number;
  /** How many are under old keys still, counted up to a thousand in each table: for the next calls, or they do not open. */
  left: number;
  /** At the end: how many are under keys that are not at hand. */
  lost: number;
  /** Of whom a row did not open: it stays as it is, and is to be entered anew. */
  unopened: string[];
  /** Behind whom the next call goes on; null at the end. */
  after: string | null;
}

/** Seals the rows of the next guards anew under the first key. Begun again from the start it finds what it has not done; at the end it does nothing. */
export async function rotateKeys(after = NOBODY): Promise<Rotation> {
  const [, ...old] = keyIds();
  const { rows, guards, undecryptable } = await transaction(async () => {
    const undecryptable: SealedRow[] = [];
    const batch = await inBatch(
      (vault) => vault.guardsUnder(old, BATCH, after),
      async (vault, guards) => {
        const found = await vault.rowsUnder(guards, old);
        const shut = await resealEach(found);
        undecryptable.push(...shut);
        return found.length - shut.length;
      },
    );
    for (const { guardId, keyId } of undecryptable) logSecurityEvent('sealed number does not open', guardPrincipal(guardId), { keyId });
    return { ...batch, undecryptable };
  });
  let left = 0;
  for (const vault of vaults) left += await vault.countUnder(old, COUNTED);
  const isOver = left === 0 || guards.length < BATCH;
  const lost = isOver ? await missingKeys() : [];
  return {
    rotated: rows,
    left,
    lost: lost.reduce((total, { count }) => total + count, 0),
    unopened: [...new Set(undecryptable.map(({ guardId }) => guardId))],
    after: isOver ? null : (guards.at(-1) ?? null),
  };
}
