import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePasswordMessages, passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import type { changePassword as changing } from '@portal/contracts/auth/auth.endpoints';
import { transaction } from '../../platform/db';
import { send } from '../../platform/outgoing';
import { hashPassword } from '../../platform/passwords';
import { endOtherSessions, type SignedIn } from '../../platform/sessions';
import * as guards from '../guards/guards.service';
import { requirePassword } from '../guards/password.service';

/** The hash of the new password, for the guard who knows the present one. */
export async function readyPassword(me: SignedIn, { oldPassword, password }: Input<typeof changing>): Promise<string> {
  await requirePassword(me.id, { oldPassword }, changePasswordMessages.wrong);
  return hashPassword(password);
}

/** Sets a new password; every other session ends, and a mail tells of it. */
export async function changePassword(me: SignedIn, passwordHash: string): Promise<null> {
  await transaction(async () => {
    const { email } = await guards.guard(me.id);
    await guards.changePassword(me.id, passwordHash);
    await endOtherSessions(me.id, me.sessionId);
    await send({ channel: 'mail', to: email, ...passwordChangedMail });
  });
  return null;
}
