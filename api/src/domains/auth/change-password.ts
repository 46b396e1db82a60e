import type { Input } from '@portal/contracts/_kernel/endpoint';
import { changePasswordMessages, passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import type { changePassword as changing } from '@portal/contracts/auth/auth.endpoints';
import { transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { failFields } from '../../platform/http/errors';
import type { Visit } from '../../platform/http/http-binding';
import { requireConfirmation } from '../../platform/identity/confirmation';
import { rememberDevice } from '../../platform/identity/known-devices';
import { isPassword } from '../../platform/identity/passwords';
import { endOtherSessions, type SignedIn } from '../../platform/identity/sessions';
import { send } from '../../platform/work/outgoing';
import { hashChosen } from '../guards/chosen-password.service';
import * as guards from '../guards/guards.service';
import { presentPassword } from '../guards/password.service';
import { kindsOf } from './factors';

interface ReadyPassword {
  before: string;
  after: string;
}

/**
 * The hashes of the new and the present password, for the guard who knows the present one. A guard with a second factor also needs a confirmed
 * session: 403 with the reason `confirmation`.
 */
export async function readyPassword(me: SignedIn, { oldPassword, password }: Input<typeof changing>): Promise<ReadyPassword> {
  const guard = await guards.guard(me.id);
  const { hash: before } = await presentPassword(me, { oldPassword }, changePasswordMessages.wrong);
  if ((await kindsOf(me.id)).size > 0) await requireConfirmation(me, {});
  return { before, after: await hashChosen(password, guard) };
}

/**
 * Sets a new password; every other session ends, every other device is a stranger, and a mail tells of it. Of two at the same moment one is
 * refused, as it would be afterwards.
 */
export async function changePassword(me: SignedIn, { before, after }: ReadyPassword, visit: Visit): Promise<null> {
  await transaction(async () => {
    await hold({ guard: me.id });
    const { email } = await guards.guard(me.id);
    if (!(await guards.changePassword(me.id, before, after))) failFields({ oldPassword: changePasswordMessages.wrong });
    await endOtherSessions(me.id, me.sessionId);
    await send({ channel: 'mail', to: email, guardId: me.id, ...passwordChangedMail });
    rememberDevice(visit, { account: email, passwordHash: after });
  });
  return null;
}

/**
 * A repeat, whose first reply may have been lost, and its cookie with it: the device becomes a known one as long as the password that it chose
 * is the present one.
 */
export async function rememberAgain(me: SignedIn, { password }: Input<typeof changing>, visit: Visit): Promise<void> {
  const { email } = await guards.guard(me.id);
  const passwordHash = await guards.passwordHashOf(email);
  if (await isPassword(password, passwordHash)) rememberDevice(visit, { account: email, passwordHash });
}
