import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { bankChangedMail, bankMessages, maskBankNumbers } from '@portal/contracts/guards/guards.bank';
import type { saveBank as saving } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import type { readBank as reading } from '@portal/contracts/guards/guards.staff';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import type { EncryptedColumn } from '../../platform/identity/key-rotation';
import { DecryptionError, decrypt, type Encrypted, encrypt } from '../../platform/identity/keyring';
import { guardPrincipal, logSecurityEventNow } from '../../platform/identity/security-log';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { guard, guardNamed } from '../guards/guards.service';
import { notifyGuard } from '../notifications/notify.service';
import {
  accountNumberOf,
  type BankColumns,
  banksUnder,
  countSealedUnder,
  guardsSealedUnder,
  putSealed,
  reseal,
  sealedBankOf,
  sealedByKey,
  updateBank,
} from './bank.repository';

const about = (guardId: string) => `bank_details ${guardId}`;
/** Encrypts bank details for their row. */
export const sealBank = (guardId: string, { accHolderName, bankAccountNumber, bankInstitution, bankTransitNumber }: BankColumns) =>
  encrypt(JSON.stringify({ accHolderName, bankAccountNumber, bankInstitution, bankTransitNumber }), about(guardId));

/** Encrypts and saves the guard's bank details, and notifies the guard. Only support can change the payout option once it is chosen. */
export const saveBank = ({ id, password: _asked, wantTopay, ...bank }: Input<typeof saving>): Promise<null> =>
  transaction(async () => {
    await lock({ guard: id });
    if (!(await updateBank(id, maskBankNumbers(bank), wantTopay)))
      fail(409, bankMessages.payoutFixed, { fields: { wantTopay: bankMessages.payoutFixed } });
    await putSealed(id, sealBank(id, bank), nowText());
    const { email } = await guard(id);
    await queueMessage({ channel: 'mail', to: email, guardId: id, ...bankChangedMail });
    await notifyGuard(id, 'other', {
      title: bankMessages.changed,
      description: 'If this was not you, change your password right away.',
      to: guardsPaths.myAccount(),
    });
    notifyChanged(id, 'guards');
    return null;
  });

/** The last digits of the account that a guard is paid to, masked; null without bank details. */
export async function bankAccount(guardId: string): Promise<string | null> {
  const bankAccountNumber = await accountNumberOf(guardId);
  return maskBankNumbers({ bankAccountNumber, bankInstitution: null, bankTransitNumber: null }).bankAccountNumber;
}

function openBank(guardId: string, sealed: Encrypted): BankColumns {
  try {
    return JSON.parse(decrypt(sealed, about(guardId)));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    logSecurityEventNow('sealed number does not open', guardPrincipal(guardId), { table: 'bank_details', keyId: sealed.keyId });
    return fail(409, 'The bank details do not open: their secret key is missing, or they were changed. The guard may enter them anew.');
  }
}

/** A guard's bank details in full, for staff who pay. 404 when there are none, 409 when they cannot be decrypted. */
export async function readBank(name: string): Promise<Output<typeof reading>> {
  const { id } = await guardNamed(name);
  const { wantTopay, ...sealed } = (await sealedBankOf(id)) ?? fail(404, 'No bank details are known.');
  return { ...openBank(id, sealed), wantTopay };
}

/** The bank details, for `platform/identity/key-rotation`. */
export const bankColumn: EncryptedColumn = {
  guardsSealedWith: guardsSealedUnder,
  rowsSealedWith: async (guardIds, keys) =>
    (await banksUnder(guardIds, keys)).map(({ guardId, ...sealed }) => ({
      guardId,
      keyId: sealed.keyId,
      reseal: async () => reseal(guardId, encrypt(decrypt(sealed, about(guardId)), about(guardId))),
    })),
  countSealedWith: countSealedUnder,
  countByKey: sealedByKey,
};
