import { sql } from 'kysely';
import { db } from '../database/db';
import type { Tables } from '../database/tables';
import { countWithKeys, guardsWithKeys } from './encrypted-columns';
import type { EncryptedColumn, KeyCount } from './key-rotation';
import { DecryptionError, decrypt, encrypt, fingerprint } from './keyring';
import { guardPrincipal, logSecurityEvent } from './security-log';

/** A document number as stored in its row. */
export interface StoredNumber {
  keyId: string | null;
  sealed: Buffer | null;
}

/** A table with a guard's document number in each row, in `number_key_id` and `number_sealed`. */
export interface NumberColumn {
  table: keyof Tables & string;
  /** Whether it also has `number_hash`, by which the database rejects the same number twice for one guard. */
  isUnique: boolean;
}

const about = ({ table }: NumberColumn, guardId: string) => `${table} ${guardId}`;

/** Values of the encrypted columns for a document number. */
export function encryptNumber(numbered: NumberColumn, guardId: string, number: string) {
  const { keyId, sealed } = encrypt(number, about(numbered, guardId));
  return { keyId, sealed, hash: fingerprint(`${about(numbered, guardId)} ${number}`) };
}

/** Decrypts a stored number. @throws DecryptionError */
function unsealNumber(numbered: NumberColumn, guardId: string, { keyId, sealed }: StoredNumber): string {
  return keyId && sealed ? decrypt({ keyId, sealed }, about(numbered, guardId)) : '';
}

/** Decrypts a stored number for display. If that fails, logs it and returns dots, so that the guard can still log in and call for help. */
export function decryptNumber(numbered: NumberColumn, guardId: string, kept: StoredNumber): string {
  try {
    return unsealNumber(numbered, guardId, kept);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    logSecurityEvent('sealed number does not open', guardPrincipal(guardId), { table: numbered.table, keyId: kept.keyId });
    return '•••';
  }
}

interface Row extends StoredNumber {
  id: string;
  guardId: string;
}

/** The encryption and re-encryption of a table's numbers. */
export function numberColumn(numbered: NumberColumn): EncryptedColumn {
  const { table, isUnique } = numbered;
  const isUnder = (key: string) => sql`number_key_id = ${key}`;

  async function rowsSealedWith(guardIds: readonly string[], keys: readonly string[]): Promise<Row[]> {
    const { rows } = await sql<Row>`select id, guard_id as "guardId", number_key_id as "keyId", number_sealed as sealed
      from ${sql.table(table)} where guard_id = any(${guardIds}::uuid[]) and number_key_id = any(${keys}::text[])`.execute(db());
    return rows;
  }

  async function sealRow(row: Row): Promise<void> {
    const { keyId, sealed, hash } = encryptNumber(numbered, row.guardId, unsealNumber(numbered, row.guardId, row));
    // A guard may have entered a number again while its key was missing. The second row keeps no hash, so that the rotation of keys can go on.
    const marked = sql`, number_hash = (select ${hash}::bytea where not exists (
      select from ${sql.table(table)} o where o.guard_id = ${row.guardId} and o.number_hash = ${hash} and o.id <> ${row.id}))`;
    await sql`update ${sql.table(table)} set number_key_id = ${keyId}, number_sealed = ${sealed} ${isUnique ? marked : sql``}
      where id = ${row.id}`.execute(db());
  }

  return {
    guardsSealedWith: (keys, atMost, after) => guardsWithKeys({ table, isUnder, keys, atMost, after }),
    rowsSealedWith: async (guardIds, keys) =>
      (await rowsSealedWith(guardIds, keys)).map((row) => ({
        guardId: row.guardId,
        keyId: row.keyId ?? '',
        reseal: () => sealRow(row),
      })),
    countSealedWith: (keys, atMost) => countWithKeys({ table, isUnder, keys, atMost }),
    countByKey: async () => {
      const counted = sql<KeyCount>`select number_key_id as "keyId", count(*)::int as count from ${sql.table(table)}
        where number_key_id is not null group by number_key_id`;
      return (await counted.execute(db())).rows;
    },
  };
}
