import { copy } from '@portal/contracts/_kernel/copy';
import type { Provider } from '@portal/mf-kit/provider';
import type { FirebaseConfig } from '../boot/pageData';
import type { ProofOutcome } from './identityProviders';

/** Lets the guard sign in with a provider again; the token proves it to the API. The code of the providers is fetched for it. */
export async function proveAgain(provider: Provider, config: FirebaseConfig | null): Promise<ProofOutcome> {
  const providers = await import('./identityProviders').catch(() => null);
  if (!providers) return { kind: 'refused', message: copy.somethingWrong };
  return config?.providers.includes(provider) ? providers.prove(provider, config) : providers.unavailable(provider);
}
