import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { typedTable } from '../../platform/database/typed-table';
import { countWithKeys, guardsWithKeys } from '../../platform/identity/encrypted-columns';
import type { KeyCount } from '../../platform/identity/key-rotation';
import type { Encrypted } from '../../platform/identity/keyring';

const bank = typedTable('bank_details', 'bank_details');

/** The masked values, in the columns of the guard. */
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

export async function putSealed(guardId: string, { keyId, sealed }: Encrypted, changedAt: string): Promise<void> {
  const row = { key_id: keyId, sealed, changed_at: changedAt };
  await db()
    .insertInto('bank_details')
    .values({ guard_id: guardId, ...row })
    .onConflict((known) => known.column('guard_id').doUpdateSet(row))
    .execute();
}

export const sealedBankOf = (guardId: string): Promise<(Encrypted & { wantTopay: number | null }) | undefined> =>
  db()
    .selectFrom('bank_details as b')
    .innerJoin('guards as g', 'g.id', 'b.guard_id')
    .select(['b.key_id as keyId', 'b.sealed', 'g.want_topay as wantTopay'])
    .where('b.guard_id', '=', guardId)
    .executeTakeFirst();

/** The account number that `guards` stores, masked; null without bank details. */
export async function accountNumberOf(guardId: string): Promise<string | null> {
  const found = await db().selectFrom('guards').select('bank_account_number').where('id', '=', guardId).executeTakeFirst();
  return found?.bank_account_number ?? null;
}

const isUnder = (key: string) => sql<boolean>`key_id = ${key}`;
const isUnderAny = (keys: readonly string[]) => sql<boolean>`${bank.key_id} = any(${keys}::text[])`;

/** Guards with bank details encrypted under one of the keys. */
export const guardsSealedUnder = (keys: readonly string[], atMost: number, after: string): Promise<string[]> =>
  guardsWithKeys({ table: 'bank_details', isUnder, keys, atMost, after });

/** The number of rows encrypted under one of the keys, counted up to a maximum. */
export const countSealedUnder = (keys: readonly string[], atMost: number): Promise<number> =>
  countWithKeys({ table: 'bank_details', isUnder, keys, atMost });

/** The encrypted bank details of these guards under one of the keys. */
export const banksUnder = (guardIds: readonly string[], keys: readonly string[]): Promise<(Encrypted & { guardId: string })[]> =>
  db()
    .selectFrom('bank_details')
    .select(['guard_id as guardId', 'key_id as keyId', 'sealed'])
    .where(sql<boolean>`${bank.guard_id} = any(${guardIds}::uuid[])`)
    .where(isUnderAny(keys))
    .execute();

export async function reseal(guardId: string, { keyId, sealed }: Encrypted): Promise<void> {
  await db().updateTable('bank_details').set({ key_id: keyId, sealed }).where('guard_id', '=', guardId).execute();
}

/** The number of rows encrypted under each key. */
export const sealedByKey = (): Promise<KeyCount[]> =>
  db()
    .selectFrom('bank_details')
    .select(['key_id as keyId', sql<number>`count(*)::int`.as('count')])
    .groupBy('key_id')
    .execute();
