import { call, isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import { socialLogin, startSocialLogin } from '@portal/contracts/auth/auth.endpoints';
import { authMessages, device, socialTypes } from '@portal/contracts/auth/auth.rules';
import type { PortalSession } from '@portal/mf-kit/portal';
import type { ConnectOutcome, Provider, SignInOutcome } from '@portal/mf-kit/provider';
import type { FirebaseConfig } from '../platform/pageData';
import { deviceToken } from './push';
import type { SessionCore } from './session';

const TOO_MANY = 429;

interface Identity {
  /** Empty if the provider's account has none. */
  email: string;
  socialId: string;
  idToken: string;
}

type NoIdentity = Exclude<SignInOutcome, { kind: 'signed-in' }>;
export type ProofOutcome = { kind: 'proved'; idToken: string } | NoIdentity;

const refused = (message: string): NoIdentity => ({ kind: 'refused', message });

export const unavailableIdentity = (provider: Provider): NoIdentity => ({
  kind: 'unavailable',
  message: authMessages.providerUnavailable(provider),
});

const load = () => Promise.all([import('firebase/app'), import('firebase/auth')]);
type Library = Awaited<ReturnType<typeof load>>;

/** Opens the provider's dialog. Nothing of the identity is stored: the session is the portal's own. */
async function openProviderDialog(
  provider: Provider,
  { providers: _, vapidKey: __, ...options }: FirebaseConfig,
  [app, auth]: Library,
): Promise<Identity> {
  const by = provider === 'google' ? new auth.GoogleAuthProvider() : new auth.FacebookAuthProvider();
  // On a shared device the dialog must not silently use the last person's account.
  if (provider === 'google') by.setCustomParameters({ prompt: 'select_account' });
  else by.addScope('email');
  const page = auth.initializeAuth(app.initializeApp(options), {
    persistence: auth.inMemoryPersistence,
    popupRedirectResolver: auth.browserPopupRedirectResolver,
  });
  const { user } = await auth.signInWithPopup(page, by);
  const idToken = await user.getIdToken();
  const account = user.providerData.find(({ providerId }) => providerId === by.providerId);
  await auth.signOut(page);
  return { socialId: account?.uid ?? user.uid, idToken, email: user.email ?? '' };
}

const isBlocked = (error: unknown) => (error as { code?: unknown } | null)?.code === 'auth/popup-blocked';

/** The message of the guard API (LOGIN-20, LOGIN-21). */
function failureText(error: unknown): string {
  if (!isApiError(error)) return copy.somethingWrong;
  return error.code === TOO_MANY && error.retryAfter ? copy.tooMany(error.retryAfter) : error.userMessage;
}

/** Binds the login to this browser. Resolves with the refusal, or null. */
const startChallenge = () =>
  call(startSocialLogin, {}).then(
    () => null,
    (error: unknown) => refused(failureText(error)),
  );

/** Opens the dialog. Resolves with the identity, or with the reason for none: a closed dialog is `dismissed` without a message. */
async function identityOf(provider: Provider, config: FirebaseConfig, hasChallenge = true): Promise<Identity | NoIdentity> {
  const library = await load().catch(() => null);
  if (!library) return refused(copy.somethingWrong);
  // Not awaited: browsers block a dialog that opens long after the click.
  const started = hasChallenge ? startChallenge() : null;
  try {
    const identity = await openProviderDialog(provider, config, library);
    return (await started) ?? identity;
  } catch (error) {
    return isBlocked(error) ? refused(authMessages.popupBlocked) : { kind: 'dismissed' };
  }
}

const inputOf = async (provider: Provider, config: FirebaseConfig, identity: Identity) => ({
  ...identity,
  ...device,
  socialType: socialTypes[provider],
  deviceToken: await deviceToken(config),
});

interface Connecting extends Pick<PortalSession, 'update'> {
  config: FirebaseConfig;
}

/** Links the provider's account to the guard of this session (SETTING-20). A remote of the previous release gives the password. Never rejects. */
export async function connect(provider: Provider, password: string | undefined, { config, update }: Connecting): Promise<ConnectOutcome> {
  const identity = await identityOf(provider, config);
  if ('kind' in identity) return identity;
  try {
    const { data, message } = await call(socialLogin, { ...(await inputOf(provider, config, identity)), ...(password && { password }) });
    update(data.guard);
    return { kind: 'connected', message };
  } catch (error) {
    if (isApiError(error) && error.fields.password) return { kind: 'password', message: error.fields.password };
    return refused(failureText(error));
  }
}

/** Signs in with a provider to confirm the guard's identity, without a new session. Never rejects. */
export async function prove(provider: Provider, config: FirebaseConfig): Promise<ProofOutcome> {
  // A new challenge would replace the challenge of a connection that waits for this confirmation.
  const identity = await identityOf(provider, config, false);
  return 'kind' in identity ? identity : { kind: 'proved', idToken: identity.idToken };
}

/**
 * Signs in with a provider and begins the session. Never rejects. If the session changed while the provider's window was open, nothing
 * begins. A dialog that was closed shows no message (LOGIN-22); a blocked one does.
 */
export async function signIn(
  provider: Provider,
  config: FirebaseConfig,
  session: Pick<SessionCore, 'begin' | 'token'>,
): Promise<SignInOutcome> {
  const before = session.token();
  const identity = await identityOf(provider, config);
  if ('kind' in identity) return identity;
  try {
    const { data } = await call(socialLogin, await inputOf(provider, config, identity));
    if (session.token() !== before) return { kind: 'dismissed' };
    session.begin(data);
    return { kind: 'signed-in' };
  } catch (error) {
    return refused(failureText(error));
  }
}
