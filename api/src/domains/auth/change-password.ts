import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePasswordMessages, passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import type { changePassword as changing } from '@portal/contracts/auth/auth.endpoints';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { failValidation } from '../../platform/http/errors';
import type { CallContext } from '../../platform/http/routes';
import { requireConfirmation } from '../../platform/identity/confirmation';
import { rememberDevice } from '../../platform/identity/known-devices';
import { verifyPassword } from '../../platform/identity/passwords';
import { endOtherSessions, type SignedIn } from '../../platform/identity/sessions';
import { queueMessage } from '../../platform/messages/message-queue';
import * as guards from '../guards/guards.service';
import { checkPresentPassword } from '../guards/password.service';
import { hashNewPassword } from '../guards/password-strength.service';
import { factorKindsOf } from './factors';

interface ReadyPassword {
  before: string;
  after: string;
}

/**
 * The hashes of the new and the present password, for the guard who knows the present one. A guard with a second factor also needs a confirmed
 * session: 403 with the reason `confirmation`.
 */
export async function preparePassword(me: SignedIn, { oldPassword, password }: Input<typeof changing>): Promise<ReadyPassword> {
  const guard = await guards.guard(me.id);
  const { hash: before } = await checkPresentPassword(me, { oldPassword }, changePasswordMessages.wrong);
  if ((await factorKindsOf(me.id)).size > 0) await requireConfirmation(me, {});
  return { before, after: await hashNewPassword(password, guard) };
}

/**
 * Sets a new password, ends every other session, makes every other device unknown, and sends a mail. Of two concurrent calls one is
 * refused, because its old password is wrong by then.
 */
export async function changePassword(me: SignedIn, { before, after }: ReadyPassword, context: CallContext): Promise<null> {
  await transaction(async () => {
    await lock({ guard: me.id });
    const { email } = await guards.guard(me.id);
    if (!(await guards.changePassword(me.id, before, after))) failValidation({ oldPassword: changePasswordMessages.wrong });
    await endOtherSessions(me.id, me.sessionId);
    await queueMessage({ channel: 'mail', to: email, guardId: me.id, ...passwordChangedMail });
    rememberDevice(context, { account: email, passwordHash: after });
  });
  return null;
}

/**
 * Makes the device a known one again when the call is repeated, because the first reply and its cookie may have been lost. It does so only while
 * the password of the call is the present one.
 */
export async function rememberDeviceAgain(me: SignedIn, { password }: Input<typeof changing>, context: CallContext): Promise<void> {
  const { email } = await guards.guard(me.id);
  const passwordHash = await guards.passwordHashOf(email);
  if (await verifyPassword(password, passwordHash)) rememberDevice(context, { account: email, passwordHash });
}
