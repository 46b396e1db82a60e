import { sql } from 'kysely';
import { db } from '../database/db';
import { DoesNotOpen, fingerprint, seal, unseal } from './keyring';
import { guardPrincipal, securityEvent } from './security';
import { countUnderKeys, guardsUnderKeys, guardsWhere } from './vault-tables';
import type { KeyCount, Vault } from './vaults';

/** A number of somebody's papers as its row has it. */
export interface KeptNumber {
  /** In full: the row was not sealed yet. */
  plain: string | null;
  keyId: string | null;
  sealed: Buffer | null;
}

/** A table with a number of a guard's in each row, beside `number_key_id` and `number_sealed`. */
export interface Numbered {
  table: 'identity_documents' | 'guard_documents';
  column: 'id_number' | 'document_number';
  /** It also has `number_hash`, by which the database refuses the same number of one guard. */
  isUnique: boolean;
}

/** The numbers of the documents that guards registered with. */
export const identityNumbers: Numbered = { table: 'identity_documents', column: 'id_number', isUnique: false };
/** Those of My Documents. */
export const documentNumbers: Numbered = { table: 'guard_documents', column: 'document_number', isUnique: true };

const about = ({ table }: Numbered, guardId: string) => `${table} ${guardId}`;

/** The columns that say a number of a guard's. */
export function sealedNumber(numbered: Numbered, guardId: string, number: string) {
  const { keyId, sealed } = seal(number, about(numbered, guardId));
  return { keyId, sealed, hash: fingerprint(`${about(numbered, guardId)} ${number}`) };
}

/** A kept number in full. @throws DoesNotOpen */
function unsealNumber(numbered: Numbered, guardId: string, { plain, keyId, sealed }: KeptNumber): string {
  if (plain !== null) return plain;
  return keyId && sealed ? unseal({ keyId, sealed }, about(numbered, guardId)) : '';
}

/** A kept number in full, to be shown; dots where it does not open, which is logged: nobody is kept from logging in or calling for help by it. */
export function openNumber(numbered: Numbered, guardId: string, kept: KeptNumber): string {
  try {
    return unsealNumber(numbered, guardId, kept);
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) throw error;
    securityEvent('sealed number does not open', guardPrincipal(guardId), { table: numbered.table, keyId: kept.keyId });
    return '•••';
  }
}

interface Row extends KeptNumber {
  id: string;
  guardId: string;
}

/** Seals a table's numbers, and seals them anew when the key is changed. */
export function numberVault(numbered: Numbered): Vault {
  const { table, column, isUnique } = numbered;
  const number = sql.ref(column);
  const isPlain = sql`${number} is not null`;
  const isUnder = (key: string) => sql`${number} is null and number_key_id = ${key}`;
  const isUnderAny = (keys: readonly string[]) => sql`${number} is null and number_key_id = any(${keys}::text[])`;

  async function rowsOf(guardIds: readonly string[], condition: ReturnType<typeof sql>): Promise<Row[]> {
    const { rows } = await sql<Row>`select id, guard_id as "guardId", ${number} as plain, number_key_id as "keyId", number_sealed as sealed
      from ${sql.table(table)} where guard_id = any(${guardIds}::uuid[]) and ${condition}`.execute(db());
    return rows;
  }

  async function sealRow(row: Row): Promise<void> {
    const { keyId, sealed, hash } = sealedNumber(numbered, row.guardId, unsealNumber(numbered, row.guardId, row));
    // A release before this one sees no sealed number, and may have stored the same one twice: that must not keep the API from starting.
    const marked = sql`, number_hash = (select ${hash}::bytea where not exists (
      select from ${sql.table(table)} o where o.guard_id = ${row.guardId} and o.number_hash = ${hash} and o.id <> ${row.id}))`;
    await sql`update ${sql.table(table)} set ${number} = null, number_key_id = ${keyId}, number_sealed = ${sealed}
      ${isUnique ? marked : sql``} where id = ${row.id}`.execute(db());
  }

  return {
    plainGuards: (atMost) => guardsWhere(table, 'guard_id', isPlain, atMost),
    async sealPlain(guardIds) {
      const plain = await rowsOf(guardIds, isPlain);
      for (const row of plain) await sealRow(row);
      return plain.length;
    },
    guardsUnder: (keys, atMost, after) => guardsUnderKeys({ table, isUnder, keys, atMost, after }),
    rowsUnder: async (guardIds, keys) =>
      (await rowsOf(guardIds, isUnderAny(keys))).map((row) => ({
        guardId: row.guardId,
        keyId: row.keyId ?? '',
        reseal: () => sealRow(row),
      })),
    countUnder: (keys, atMost) => countUnderKeys({ table, isUnder, keys, atMost }),
    countByKey: async () => {
      const counted = sql<KeyCount>`select number_key_id as "keyId", count(*)::int as count from ${sql.table(table)}
        where ${number} is null and number_key_id is not null group by number_key_id`;
      return (await counted.execute(db())).rows;
    },
  };
}
