import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { db } from '../../platform/db';
import './guards.tables';

/** @returns false, and changes nothing, when the guard has another payout option already. */
export async function updateBank({ id, ...bank }: Input<typeof saveBank>): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('guards')
    .set({
      acc_holder_name: bank.accHolderName,
      bank_account_number: bank.bankAccountNumber,
      bank_institution: bank.bankInstitution,
      bank_transit_number: bank.bankTransitNumber,
      want_topay: bank.wantTopay,
    })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('want_topay', 'is', null), eb('want_topay', '=', bank.wantTopay)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isBankKnown(guardId: string): Promise<boolean> {
  const known = db().selectFrom('guards').select('id').where('id', '=', guardId).where('bank_account_number', 'is not', null);
  return (await known.executeTakeFirst()) !== undefined;
}
