import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { bankChangedMail, bankMessages, masked } from '@portal/contracts/guards/guards.bank';
import type { readBank as reading, saveBank as saving } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { DoesNotOpen, type Sealed, seal, unseal } from '../../platform/identity/keyring';
import { guardPrincipal, securityEventOfRefusal } from '../../platform/identity/security';
import type { Vault } from '../../platform/identity/vaults';
import { changed } from '../../platform/live/realtime';
import { send } from '../../platform/work/outgoing';
import { guard, guardNamed } from '../guards/guards.service';
import { tell } from '../notifications/telling.service';
import {
  accountNumberOf,
  type BankColumns,
  banksUnder,
  countSealedUnder,
  guardsSealedUnder,
  guardsWithPlainBank,
  maskBank,
  plainBanks,
  putSealed,
  reseal,
  sealedByKey,
  sealedOf,
  updateBank,
} from './bank.repository';

const about = (guardId: string) => `bank_details ${guardId}`;
const sealBank = (guardId: string, { accHolderName, bankAccountNumber, bankInstitution, bankTransitNumber }: BankColumns) =>
  seal(JSON.stringify({ accHolderName, bankAccountNumber, bankInstitution, bankTransitNumber }), about(guardId));

/** Saves where the guard is paid, sealed, and tells them; the payout option, once chosen, is changed by support alone. */
export const saveBank = ({ id, password: _asked, wantTopay, ...bank }: Input<typeof saving>): Promise<null> =>
  transaction(async () => {
    await hold({ guard: id });
    if (!(await updateBank(id, masked(bank), wantTopay)))
      fail(409, bankMessages.payoutFixed, { fields: { wantTopay: bankMessages.payoutFixed } });
    await putSealed(id, sealBank(id, bank), nowText());
    const { email } = await guard(id);
    await send({ channel: 'mail', to: email, guardId: id, ...bankChangedMail });
    await tell(id, 'other', {
      title: bankMessages.changed,
      description: 'If this was not you, change your password right away.',
      to: guardsPaths.myAccount(),
    });
    changed(id, 'guards');
    return null;
  });

/** The last digits of the account that a guard is paid to, masked; null without bank details. */
export async function bankAccount(guardId: string): Promise<string | null> {
  const bankAccountNumber = await accountNumberOf(guardId);
  return masked({ bankAccountNumber, bankInstitution: null, bankTransitNumber: null }).bankAccountNumber;
}

function openBank(guardId: string, sealed: Sealed): BankColumns {
  try {
    return JSON.parse(unseal(sealed, about(guardId)));
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) throw error;
    securityEventOfRefusal('sealed number does not open', guardPrincipal(guardId), { table: 'bank_details', keyId: sealed.keyId });
    return fail(409, 'The bank details do not open: their secret key is missing, or they were changed. The guard may enter them anew.');
  }
}

/** Where a guard is paid, in full, for who pays. 404 when it is not known, 409 when it does not open. */
export async function readBank(name: string): Promise<Output<typeof reading>> {
  const { id } = await guardNamed(name);
  const { wantTopay, ...sealed } = (await sealedOf(id)) ?? fail(404, 'No bank details are known.');
  return { ...openBank(id, sealed), wantTopay };
}

/** Where guards are paid, as `platform/identity/vaults` seals it. */
export const bankVault: Vault = {
  plainGuards: guardsWithPlainBank,
  async sealPlain(guardIds) {
    const plain = await plainBanks(guardIds);
    for (const { id, ...bank } of plain) {
      await putSealed(id, sealBank(id, bank), nowText());
      await maskBank(id, masked(bank));
    }
    return plain.length;
  },
  guardsUnder: guardsSealedUnder,
  rowsUnder: async (guardIds, keys) =>
    (await banksUnder(guardIds, keys)).map(({ guardId, ...sealed }) => ({
      guardId,
      keyId: sealed.keyId,
      reseal: async () => reseal(guardId, seal(unseal(sealed, about(guardId)), about(guardId))),
    })),
  countUnder: countSealedUnder,
  countByKey: sealedByKey,
};
