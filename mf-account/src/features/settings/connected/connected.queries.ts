import { copy } from '@portal/contracts/_kernel/copy';
import { disconnectSocial } from '@portal/contracts/auth/auth.connections';
import { authMessages, providerNames, socialTypes } from '@portal/contracts/auth/auth.rules';
import { lineOf } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Provider } from '@portal/mf-kit/provider';
import { useWrite } from '@portal/mf-kit/useWrite';

/** Without an `error` nothing is to be said. */
export type Connected = { ok: true } | { ok: false; error?: { userMessage: string; fields: { password: string } } };

/**
 * Connects and disconnects one provider. Refusals go to `onFailure` in the server's words; a dialog that was closed says nothing.
 * `connect` resolves with whether the question for the password is answered, or what is wrong with the password.
 */
export function useConnection(provider: Provider, onFailure: (text: string | null) => void) {
  const portal = usePortal();
  const drop = useWrite(disconnectSocial);
  const name = providerNames[provider];

  async function connect(password: string): Promise<Connected> {
    onFailure(null);
    const outcome = (await portal.session.connectWith?.(provider, password)) ?? {
      kind: 'unavailable' as const,
      message: authMessages.providerUnavailable(provider),
    };
    // The password stays where it is typed: the provider's dialog can be opened again.
    if (outcome.kind === 'dismissed') return { ok: false };
    if (outcome.kind === 'password') return { ok: false, error: { userMessage: '', fields: { password: outcome.message } } };
    if (outcome.kind === 'connected') portal.toast('success', outcome.message);
    else onFailure(outcome.message);
    return { ok: true };
  }

  async function disconnect() {
    const isSure = await portal.confirm({
      title: `Disconnect ${name}?`,
      body: `You can no longer log in with this ${name} account. Your e-mail and password go on as before.`,
      confirm: 'Disconnect',
      cancel: 'Keep',
    });
    if (!isSure) return;
    onFailure(null);
    const result = await drop.send({ socialType: socialTypes[provider] });
    if (!result.ok) return onFailure(lineOf(result.error, copy.somethingWrong));
    portal.changed('guards');
    portal.toast('success', result.message);
  }

  return { busy: drop.busy, isAvailable: portal.session.canSignInWith(provider), connect, disconnect };
}
