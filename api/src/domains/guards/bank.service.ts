import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { bankChangedMail, bankMessages, masked } from '@portal/contracts/guards/guards.bank';
import type { readBank as reading, rotateKeys as rotating, saveBank as saving } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/db';
import { fail } from '../../platform/errors';
import { keyIds, seal, unseal } from '../../platform/keyring';
import { hold } from '../../platform/locks';
import { send } from '../../platform/outgoing';
import { changed } from '../../platform/realtime';
import { tell } from '../notifications/telling.service';
import {
  type BankColumns,
  isBankKnown,
  maskBank,
  plainBanks,
  putSealed,
  reseal,
  sealedByKey,
  sealedOf,
  sealedUnderOld,
  updateBank,
} from './bank.repository';
import { guard, guardNamed } from './guards.service';

const BATCH = 100;

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
    await send({ channel: 'mail', to: email, ...bankChangedMail });
    await tell(id, 'other', {
      title: bankMessages.changed,
      description: 'If it was not you, change your password at once.',
      to: guardsPaths.myAccount(),
    });
    changed(id, 'guards');
    return null;
  });

/** Whether it is known where a guard is paid. */
export const hasBank = (guardId: string): Promise<boolean> => isBankKnown(guardId);

/** Where a guard is paid, in full, for who pays. 404 when it is not known. */
export async function readBank(name: string): Promise<Output<typeof reading>> {
  const { id } = await guardNamed(name);
  const { wantTopay, ...sealed } = (await sealedOf(id)) ?? fail(404, 'No bank details are known.');
  return { ...(JSON.parse(unseal(sealed, about(id))) as BankColumns), wantTopay };
}

/**
 * Seals what stands in full: seeded, or written by a release that knew no keys. Safe to run in several processes at once and to break off.
 * @returns how many were sealed.
 */
export async function sealPlainBanks(): Promise<number> {
  let done = 0;
  for (;;) {
    const sealed = await transaction(async () => {
      const plain = await plainBanks(BATCH);
      await hold({ guard: plain.map(({ id }) => id) });
      for (const { id, ...bank } of plain) {
        await putSealed(id, sealBank(id, bank), nowText());
        await maskBank(id, masked(bank));
      }
      return plain.length;
    });
    done += sealed;
    if (sealed < BATCH) return done;
  }
}

/** How many are sealed under keys that are not at hand, by the ids of those keys. */
export async function lostKeys(): Promise<{ keyId: string; count: number }[]> {
  const known = keyIds();
  return (await sealedByKey()).filter(({ keyId }) => !known.includes(keyId));
}

/** Seals the next batch anew under the first key. Broken off, it goes on where it stopped; at the end it does nothing. */
export async function rotateKeys(): Promise<Output<typeof rotating>> {
  const [current, ...old] = keyIds();
  const rotated = await transaction(async () => {
    const batch = await sealedUnderOld(keyIds(), BATCH);
    for (const { guardId, ...sealed } of batch) await reseal(guardId, seal(unseal(sealed, about(guardId)), about(guardId)));
    return batch.length;
  });
  const counts = await sealedByKey();
  const sum = (counted: (keyId: string) => boolean) => counts.reduce((all, { keyId, count }) => all + (counted(keyId) ? count : 0), 0);
  return {
    rotated,
    left: sum((keyId) => old.includes(keyId)),
    lost: sum((keyId) => keyId !== current && !old.includes(keyId)),
  };
}
