import type { Provider, SignInOutcome } from '@portal/mf-kit/portal';
import type { FirebaseConfig } from '../boot/page';

const names: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' };

export const unavailable = (provider: Provider): SignInOutcome => ({
  kind: 'unavailable',
  message: `Sign-in with ${names[provider]} is not available here.`,
});

/** Opens the provider's own dialog. A dialog that was closed or failed inside says nothing (LOGIN-22). */
export async function signIn(provider: Provider, { providers: _, vapidKey: __, ...options }: FirebaseConfig): Promise<SignInOutcome> {
  const [{ initializeApp }, auth] = await Promise.all([import('firebase/app'), import('firebase/auth')]);
  const by = provider === 'google' ? new auth.GoogleAuthProvider() : new auth.FacebookAuthProvider();
  try {
    await auth.signInWithPopup(auth.getAuth(initializeApp(options)), by);
  } catch {
    return { kind: 'dismissed' };
  }
  // The guard API's social login comes with the sign-up screens; until then the identity has nowhere to go.
  return { kind: 'refused', message: `Sign-in with ${names[provider]} is not available yet.` };
}
