import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { LoginReply } from '@portal/contracts/_kernel/guard';
import type { socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { authMessages, type SocialProvider } from '@portal/contracts/auth/auth.rules';
import { fail } from '../../platform/http/errors';
import { limitAttempts, refundAttempt } from '../../platform/http/rate-limit';
import type { CallContext, ReplyWithMessage } from '../../platform/http/routes';
import * as guards from '../guards/guards.service';
import { openFor, perAddress } from './auth.service';
import { dropOtherWays } from './factors';
import { type IdTokenVerifier, isFresh, type ProvenIdentity } from './id-token';
import { linkProvider, providerOf } from './provider-links';
import { acceptIdentity } from './sign-in-challenge';

type Given = Input<typeof socialLogin>;

/** E-mail and social id of the body are a claim: they must equal the signed identity. */
const agrees = (claimed: Given, { subject, email }: ProvenIdentity) =>
  claimed.socialId === subject && (claimed.email === undefined || claimed.email.toLowerCase() === email);

/**
 * Opens a session for the guard whom the provider's signed identity names: the connected guard, or else the guard with the identity's verified
 * e-mail, who is then connected. With a guard's token it opens no session: it connects the identity to that guard.
 * - 401: no proof, or an invalid token.
 * - 403: the provider is not configured, or has not verified the e-mail.
 * - 404: unknown guard. 409: the guard is connected to another identity.
 * - 429: too many failures from one address. Accounts have no limit, because nobody can guess a signature.
 */
export async function socialLogIn(
  verifier: IdTokenVerifier | null,
  given: Given,
  context: CallContext,
): Promise<LoginReply | ReplyWithMessage<LoginReply>> {
  const provider = providerOf(given.socialType);
  const { idToken } = given;
  if (!idToken) fail(401, authMessages.identityUnproven);
  if (!verifier?.providers.includes(provider)) fail(403, authMessages.providerUnavailable(provider));
  await limitAttempts(perAddress, context.address);
  const identity = await verifier.verify(provider, idToken);
  if (!identity || !agrees(given, identity)) fail(401, authMessages.identityUnproven);
  const accept = async () => {
    if (!(await acceptIdentity(idToken, identity, context))) fail(401, authMessages.identityUnproven);
  };
  const { token } = context;
  if (token) {
    const linked = await linkProvider({ token, password: given.password, accept }, provider, identity.subject);
    await refundAttempt(perAddress, context.address);
    return linked;
  }
  await accept();
  const id = (await guards.guardOfIdentity(provider, identity.subject)) ?? (await connect(provider, identity));
  await refundAttempt(perAddress, context.address);
  const isStillSo = async () => (await guards.guardOfIdentity(provider, identity.subject)) === id;
  return openFor({ id, isStillSo, refusal: authMessages.identityUnproven, isConfirmed: isFresh(identity) }, given.deviceToken, context);
}

async function connect(provider: SocialProvider, { subject, email, isEmailVerified }: ProvenIdentity): Promise<string> {
  if (!email || !isEmailVerified) fail(403, authMessages.emailUnverified(provider));
  const outcome = await guards.connectIdentity(provider, subject, email, dropOtherWays);
  if (outcome === 'nobody') fail(404, authMessages.noGuardForEmail);
  if (outcome === 'taken') fail(409, authMessages.otherIdentity(provider));
  return outcome.id;
}
