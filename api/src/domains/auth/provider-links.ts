import { copy } from '@portal/contracts/_kernel/copy';
import type { LoginReply } from '@portal/contracts/_kernel/guard';
import { connectionMessages } from '@portal/contracts/auth/auth.connections';
import { authMessages, type SocialProvider, socialProviders, socialTypes } from '@portal/contracts/auth/auth.rules';
import { fail } from '../../platform/http/errors';
import { ReplyWithMessage } from '../../platform/http/routes';
import { requireConfirmation } from '../../platform/identity/confirmation';
import { findSession, isActive } from '../../platform/identity/sessions';
import * as guards from '../guards/guards.service';

/** The sign-in provider of a `socialType`; Google for an unknown one. */
export const providerOf = (socialType: number): SocialProvider =>
  socialProviders.find((name) => socialTypes[name] === socialType) ?? 'google';

/**
 * Connects a proven identity to the guard of a token, whose session does not change (SETTING-20). The
 * session must be confirmed, because the identity opens the account from then on. Refuses: 403 a session that is not confirmed, 401 an
 * invalid token, 409 an identity of another guard, or a guard who is connected to another identity.
 */
export async function linkProvider(
  { token, password, accept }: { token: string; password: string | null | undefined; accept: () => Promise<void> },
  provider: SocialProvider,
  subject: string,
): Promise<ReplyWithMessage<LoginReply>> {
  const me = (await findSession(token)) ?? fail(401, copy.sessionExpired);
  await requireConfirmation(me, { password });
  // After the confirmation, because the same call is sent again once the guard has confirmed.
  await accept();
  const outcome = await guards.linkIdentity(me.id, () => isActive(me.sessionId), provider, subject);
  if (!outcome) fail(401, copy.sessionExpired);
  if (outcome === 'others') fail(409, connectionMessages.ofAnother(provider));
  if (outcome === 'another') fail(409, authMessages.otherIdentity(provider));
  const reply = { guard: await guards.guard(me.id), tokens: { refresh: { token } } };
  return new ReplyWithMessage(reply, connectionMessages.connected(provider));
}

/** Removes a provider's account from the guard's; 409 when it is the only credential. */
export async function unlinkProvider(guardId: string, socialType: number): Promise<ReplyWithMessage<null>> {
  const provider = providerOf(socialType);
  if (!(await guards.unlinkIdentity(guardId, provider))) fail(409, connectionMessages.onlyWayIn(provider));
  return new ReplyWithMessage(null, connectionMessages.disconnected(provider));
}
