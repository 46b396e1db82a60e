import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import type { Sealed } from '../../platform/identity/keyring';
import { guardsWhere, type KeyCount } from '../../platform/identity/vaults';

/** What may be shown: kept in the columns of the guard. */
export interface BankColumns {
  accHolderName: string | null;
  bankAccountNumber: string | null;
  bankInstitution: string | null;
  bankTransitNumber: string | null;
}

const set = (bank: BankColumns) => ({
  acc_holder_name: bank.accHolderName,
  bank_account_number: bank.bankAccountNumber,
  bank_institution: bank.bankInstitution,
  bank_transit_number: bank.bankTransitNumber,
});

/** @returns false, and changes nothing, when the guard has another payout option already. */
export async function updateBank(guardId: string, shown: BankColumns, wantTopay: number): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('guards')
    .set({ ...set(shown), want_topay: wantTopay })
    .where('id', '=', guardId)
    .where(({ eb, or }) => or([eb('want_topay', 'is', null), eb('want_topay', '=', wantTopay)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function maskBank(guardId: string, shown: BankColumns): Promise<void> {
  await db().updateTable('guards').set(set(shown)).where('id', '=', guardId).execute();
}

export async function putSealed(guardId: string, { keyId, sealed }: Sealed, changedAt: string): Promise<void> {
  await sql`insert into bank_details (guard_id, key_id, sealed, changed_at) values (${guardId}, ${keyId}, ${sealed}, ${changedAt})
    on conflict (guard_id) do update set key_id = excluded.key_id, sealed = excluded.sealed, changed_at = excluded.changed_at`.execute(
    db(),
  );
}

export async function sealedOf(guardId: string): Promise<(Sealed & { wantTopay: number | null }) | undefined> {
  const found = sql<Sealed & { wantTopay: number | null }>`select b.key_id as "keyId", b.sealed, g.want_topay as "wantTopay"
    from bank_details b join guards g on g.id = b.guard_id where b.guard_id = ${guardId}`;
  return (await found.execute(db())).rows[0];
}

export async function isBankKnown(guardId: string): Promise<boolean> {
  const known = db().selectFrom('guards').select('id').where('id', '=', guardId).where('bank_account_number', 'is not', null);
  return (await known.executeTakeFirst()) !== undefined;
}

const isPlain = sql`concat(bank_account_number, bank_institution, bank_transit_number) ~ '^[0-9]+$'`;
const isUnder = (keys: readonly string[]) => sql`key_id = any(${keys}::text[])`;

/** Guards whose numbers stand there in full. */
export const guardsWithPlainBank = (atMost: number): Promise<string[]> => guardsWhere('guards', 'id', isPlain, atMost);

/** What stands there in full of these guards. */
export async function plainBanks(guardIds: readonly string[]): Promise<(BankColumns & { id: string })[]> {
  const { rows } = await sql<BankColumns & { id: string }>`select id, acc_holder_name as "accHolderName",
      bank_account_number as "bankAccountNumber", bank_institution as "bankInstitution", bank_transit_number as "bankTransitNumber"
    from guards where id = any(${guardIds}::uuid[]) and ${isPlain}`.execute(db());
  return rows;
}

/** Guards whose bank is sealed under one of the keys. */
export const guardsSealedUnder = (keys: readonly string[], atMost: number): Promise<string[]> =>
  guardsWhere('bank_details', 'guard_id', isUnder(keys), atMost);

/** What is sealed of these guards under one of the keys. */
export async function banksUnder(guardIds: readonly string[], keys: readonly string[]): Promise<(Sealed & { guardId: string })[]> {
  const { rows } = await sql<Sealed & { guardId: string }>`select guard_id as "guardId", key_id as "keyId", sealed from bank_details
    where guard_id = any(${guardIds}::uuid[]) and ${isUnder(keys)}`.execute(db());
  return rows;
}

export async function reseal(guardId: string, { keyId, sealed }: Sealed): Promise<void> {
  await sql`update bank_details set key_id = ${keyId}, sealed = ${sealed} where guard_id = ${guardId}`.execute(db());
}

/** How many are sealed under each key. */
export async function sealedByKey(): Promise<KeyCount[]> {
  const counted = sql<KeyCount>`select key_id as "keyId", count(*)::int as count from bank_details group by key_id`;
  return (await counted.execute(db())).rows;
}
