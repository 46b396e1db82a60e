import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePasswordMessages, passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import type { changePassword as changing } from '@portal/contracts/auth/auth.endpoints';
import { transaction } from '../../platform/db';
import { failFields } from '../../platform/errors';
import { send } from '../../platform/outgoing';
import { hashPassword } from '../../platform/passwords';
import { countTry, forgetTries } from '../../platform/rate-limit';
import { endOtherSessions, type SignedIn } from '../../platform/sessions';
import * as guards from '../guards/guards.service';

/** Wrong present passwords only: a success forgets them. */
const triesPerGuard = { bucket: 'change-password', max: 10, perSeconds: 900 };

/** Sets a new password for the guard who knows the present one; every other session ends, and a mail tells of it. */
export async function changePassword(me: SignedIn, { oldPassword, password }: Input<typeof changing>): Promise<null> {
  await countTry(triesPerGuard, me.id);
  const { email } = await guards.guard(me.id);
  if ((await guards.checkPassword(email, oldPassword)) !== me.id) failFields({ oldPassword: changePasswordMessages.wrong });
  const passwordHash = await hashPassword(password);
  await transaction(async () => {
    await guards.changePassword(me.id, passwordHash);
    await endOtherSessions(me.id, me.sessionId);
    await send({ channel: 'mail', to: email, ...passwordChangedMail });
  });
  await forgetTries(triesPerGuard, me.id);
  return null;
}
