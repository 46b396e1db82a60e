import type { Input } from '@portal/contracts/_kernel/endpoint';
import { bankMessages } from '@portal/contracts/guards/guards.bank';
import type { saveBank as saving } from '@portal/contracts/guards/guards.endpoints';
import { fail } from '../../platform/errors';
import { changed } from '../../platform/realtime';
import { isBankKnown, updateBank } from './bank.repository';

/** Saves where the guard is paid; the payout option, once chosen, is changed by support alone. */
export async function saveBank(input: Input<typeof saving>): Promise<null> {
  if (!(await updateBank(input))) fail(409, bankMessages.payoutFixed, { fields: { wantTopay: bankMessages.payoutFixed } });
  changed(input.id, 'guards');
  return null;
}

/** Whether it is known where a guard is paid. */
export const hasBank = (guardId: string): Promise<boolean> => isBankKnown(guardId);
