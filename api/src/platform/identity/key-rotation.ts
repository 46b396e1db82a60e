import { sql } from 'kysely';
import type { Mode } from '../config/env';
import { currentServices } from '../context';
import { db, transaction } from '../database/db';
import { lock } from '../database/locks';
import { DecryptionError, keyFingerprints, keyIds } from './keyring';
import { guardPrincipal, logSecurityEvent } from './security-log';

/** One row with an encrypted value. */
export interface SealedRow {
  guardId: string;
  keyId: string;
  /** Encrypts the value again under the first key. @throws DecryptionError before it writes. */
  reseal(): Promise<void>;
}

/** An encrypted column of a table with data of guards. The caller has locked the guards, except for the methods that only list or count. */
export interface EncryptedColumn {
  /** The first guards with an id after `after` that have a value under one of the keys. */
  guardsSealedWith(keys: readonly string[], atMost: number, after: string): Promise<string[]>;
  /** Rows of these guards under one of the keys. */
  rowsSealedWith(guardIds: readonly string[], keys: readonly string[]): Promise<SealedRow[]>;
  /** Number of rows under one of the keys, counted up to `atMost`. */
  countSealedWith(keys: readonly string[], atMost: number): Promise<number>;
  /** Number of rows under each key. Reads every row. */
  countByKey(): Promise<KeyCount[]>;
}

export interface KeyCount {
  keyId: string;
  count: number;
}

const BATCH = 100;
/** Sorts before every id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Upper limit of the count of remaining rows per column: a full count after each batch would take longer the more rows there are. */
const COUNTED = 1_000;
/** Rows per column on which a key is tried. */
const SAMPLE = 10;

const encryptedColumns = (): readonly EncryptedColumn[] => currentServices().hooks.encryptedColumns;

async function counts(): Promise<KeyCount[]> {
  const sums = new Map<string, number>();
  for (const column of encryptedColumns())
    for (const { keyId, count } of await column.countByKey()) sums.set(keyId, (sums.get(keyId) ?? 0) + count);
  return [...sums].map(([keyId, count]) => ({ keyId, count }));
}

/** Number of rows under each key that the keyring lacks. */
export async function missingKeys(): Promise<KeyCount[]> {
  const known = keyIds();
  return (await counts()).filter(({ keyId }) => !known.includes(keyId));
}

/** Encrypts each row again. A row that cannot be decrypted stays unchanged and does not stop the others. @returns those rows. */
async function resealEach(rows: readonly SealedRow[]): Promise<SealedRow[]> {
  const undecryptable: SealedRow[] = [];
  for (const row of rows)
    await row.reseal().catch((error: unknown) => {
      if (!(error instanceof DecryptionError)) throw error;
      undecryptable.push(row);
    });
  return undecryptable;
}

/** Whether the key decrypts a value that was encrypted under its id; true if there is none. Tries several rows, because one may be damaged. */
async function opensAny(keyId: string): Promise<boolean> {
  const guards: string[] = [];
  for (const column of encryptedColumns()) guards.push(...(await column.guardsSealedWith([keyId], SAMPLE, NOBODY)));
  for (const guard of guards) {
    const isOpen = await transaction(async () => {
      await lock({ guard });
      const rows: SealedRow[] = [];
      for (const column of encryptedColumns()) rows.push(...(await column.rowsSealedWith([guard], [keyId])));
      const undecryptable = await resealEach(rows);
      return rows.length === 0 || undecryptable.length < rows.length;
    });
    if (isOpen) return true;
  }
  return guards.length === 0;
}

/**
 * Rejects a first key that no process has had so far, while values are encrypted under another key. A process without the new key
 * could not decrypt new values, and would not start again. @throws an Error with a one-line message.
 */
async function requireKnownFirstKey(): Promise<void> {
  const [first = '', ...others] = keyIds();
  const { rows } = await sql`select from key_checks where key_id = ${first}`.execute(db());
  if (rows.length > 0) return;
  const sealed = new Set((await counts()).map(({ keyId }) => keyId));
  if (!sealed.has(first) && others.some((key) => sealed.has(key)))
    throw new Error(
      `PORTAL_SECRET_KEYS begins with the key ${first}, which no process has had so far: a process without it could not decrypt new values. Put it at the end, restart every process, then put it first. Do the same after restoring a backup from before a change of the key: it knows only the old key.`,
    );
}

/**
 * Compares the keys with the stored fingerprint of each id, and stores fingerprints of new keys. If several processes start at the same
 * time with different keys, the first one wins. @throws an Error with a one-line message if an id has another key than before, or if the first
 * key was not at the end of the list before.
 */
export async function verifyKeys(): Promise<void> {
  await requireKnownFirstKey();
  for (const { keyId, madeWith } of keyFingerprints()) {
    const known = sql<{ isSame: boolean }>`select made_with = ${madeWith} as "isSame" from key_checks where key_id = ${keyId}`;
    const [before] = (await known.execute(db())).rows;
    if (!before && (await opensAny(keyId)))
      await sql`insert into key_checks (key_id, made_with) values (${keyId}, ${madeWith}) on conflict do nothing`.execute(db());
    const [now] = (await known.execute(db())).rows;
    if (!now?.isSame) throw new Error(`PORTAL_SECRET_KEYS has another key under the id ${keyId} than before: give a new key a new id.`);
  }
}

/**
 * Verifies the keyring. Missing keys are reported at the start, not on the day of a payment.
 * @returns a line for each missing key. @throws an Error with these lines in production, and as `verifyKeys` does.
 */
export async function checkKeys(mode: Mode): Promise<string[]> {
  await verifyKeys();
  const lost = (await missingKeys()).map(
    ({ keyId, count }) =>
      `PORTAL_SECRET_KEYS lacks the key ${keyId}, which encrypted ${count} bank details, document numbers and files. Put it back at the end and run \`npm run staff -- rotate-keys\`. Guards in its list "unopened" have to enter theirs again.`,
  );
  if (mode === 'production' && lost.length > 0) throw new Error(lost.join('\n'));
  return lost;
}

export interface Rotation {
  /** Number of rows encrypted again. */
  rotated: number;
  /** Rows that remain under old keys, counted up to 1,000 per column: for the next calls, or undecryptable. */
  left: number;
  /** At the end: number of rows under missing keys. */
  lost: number;
  /** Guards with a value that could not be decrypted. It stays unchanged and has to be entered again. */
  unopened: string[];
  /** The id after which the next call continues; null at the end. */
  after: string | null;
}

/** Encrypts the rows of the next guards again under the first key. A restart from the beginning finds only the remaining rows. */
export async function rotateKeys(after = NOBODY): Promise<Rotation> {
  const [, ...old] = keyIds();
  const { rows, guards, undecryptable } = await transaction(async () => {
    const found: string[] = [];
    for (const column of encryptedColumns()) found.push(...(await column.guardsSealedWith(old, BATCH, after)));
    const guards = [...new Set(found)].sort().slice(0, BATCH);
    // In one call, ordered by id, so that concurrent changes of their numbers are serialized.
    await lock({ guard: guards });
    const undecryptable: SealedRow[] = [];
    let rows = 0;
    if (guards.length > 0)
      for (const column of encryptedColumns()) {
        const sealed = await column.rowsSealedWith(guards, old);
        const shut = await resealEach(sealed);
        undecryptable.push(...shut);
        rows += sealed.length - shut.length;
      }
    for (const { guardId, keyId } of undecryptable) logSecurityEvent('sealed number does not open', guardPrincipal(guardId), { keyId });
    return { rows, guards, undecryptable };
  });
  let left = 0;
  for (const column of encryptedColumns()) left += await column.countSealedWith(old, COUNTED);
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
