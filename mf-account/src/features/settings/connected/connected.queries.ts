import { copy } from '@portal/contracts/_kernel/copy';
import { disconnectSocial } from '@portal/contracts/auth/auth.connections';
import { authMessages, providerNames, socialTypes } from '@portal/contracts/auth/auth.rules';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Provider } from '@portal/mf-kit/provider';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useState } from 'react';

/**
 * Connects and disconnects one provider. Refusals go to `onFailure` with the server's message; a closed window of the provider shows
 * nothing.
 */
export function useConnection(provider: Provider, onFailure: (text: string | null) => void) {
  const portal = usePortal();
  const disconnectProvider = useWrite(disconnectSocial);
  const [isConnecting, setConnecting] = useState(false);
  const name = providerNames[provider];

  async function connect() {
    const isSure = await portal.confirm({
      title: `Connect ${name}?`,
      body: `Anyone logged in with your ${name} account can then open your guard account, too.`,
      confirm: `Go on to ${name}`,
      cancel: 'Cancel',
    });
    if (!isSure) return;
    onFailure(null);
    setConnecting(true);
    const outcome = (await portal.session.connectWith?.(provider)) ?? {
      kind: 'unavailable' as const,
      message: authMessages.providerUnavailable(provider),
    };
    setConnecting(false);
    if (outcome.kind === 'connected') portal.toast('success', outcome.message);
    else if (outcome.kind !== 'dismissed') onFailure(outcome.message);
  }

  async function disconnect() {
    const isSure = await portal.confirm({
      title: `Disconnect ${name}?`,
      body: `You can no longer log in with this ${name} account. Your e-mail and password still work.`,
      confirm: 'Disconnect',
      cancel: 'Keep',
      danger: true,
    });
    if (!isSure) return;
    onFailure(null);
    const result = await disconnectProvider.send({ socialType: socialTypes[provider] });
    if (!result.ok) return onFailure(failureText(result.error, copy.somethingWrong));
    portal.changed('guards');
    portal.toast('success', result.message);
  }

  return { busy: disconnectProvider.busy || isConnecting, isAvailable: portal.session.canSignInWith(provider), connect, disconnect };
}
