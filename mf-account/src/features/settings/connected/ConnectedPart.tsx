import type { Guard } from '@portal/contracts/_kernel/guard';
import { limits } from '@portal/contracts/_kernel/limits';
import { authMessages, providerNames } from '@portal/contracts/auth/auth.rules';
import { ProviderIcon } from '@portal/mf-kit/ProviderIcon';
import type { Provider } from '@portal/mf-kit/provider';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { StatusChip } from '@portal/ui/StatusChip';
import { useState } from 'react';
import { useSettings } from '../settings.queries';
import styles from './Connected.module.css';
import { useConnection } from './connected.queries';

const idOf: Readonly<Record<Provider, 'socialFacebookId' | 'socialGmailId'>> = {
  facebook: 'socialFacebookId',
  google: 'socialGmailId',
};
const providers: readonly Provider[] = ['facebook', 'google'];

/** Facebook and Google of this guard (SETTING-01..05, SETTING-17..20). */
export function ConnectedPart({ guardId }: { guardId: string }) {
  const query = useSettings(guardId);
  const [alert, setAlert] = useState<{ text: string; turn: number } | null>(null);
  // A new count restarts the five seconds when the same text comes twice.
  const fail = (text: string | null) => setAlert((last) => (text === null ? null : { text, turn: (last?.turn ?? 0) + 1 }));
  return (
    <QueryView
      query={query}
      failed="Your connected accounts could not be loaded"
      loading={{ shape: 'rows', label: 'Loading your connected accounts' }}
    >
      {({ guard }) => (
        <>
          {alert && (
            <Banner key={alert.turn} kind="error" timeoutMs={limits.bannerMs} onClose={() => setAlert(null)}>
              {alert.text}
            </Banner>
          )}
          <ul className={styles.list}>
            {providers.map((provider) => (
              <ProviderRow key={provider} provider={provider} guard={guard} onFailure={fail} />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}

interface ProviderRowProps {
  provider: Provider;
  guard: Guard;
  onFailure: (text: string | null) => void;
}

function ProviderRow({ provider, guard, onFailure }: ProviderRowProps) {
  const name = providerNames[provider];
  const { busy, isAvailable, connect, disconnect } = useConnection(provider, onFailure);
  const isConnected = guard[idOf[provider]] !== null;
  return (
    <li className={styles.row}>
      <ProviderIcon provider={provider} />
      <h3 tabIndex={-1} className={styles.name}>
        {name}
        {!isAvailable && !isConnected && <small>Not available here</small>}
      </h3>
      {isConnected && <StatusChip tone="success">Connected</StatusChip>}
      {isConnected ? (
        <Button small variant="quiet" busy={busy} aria-label={`Disconnect ${name}`} onClick={() => void disconnect()}>
          Disconnect
        </Button>
      ) : (
        <Button
          small
          variant="secondary"
          busy={busy}
          aria-label={`Connect ${name}`}
          onClick={() => (isAvailable ? void connect() : onFailure(authMessages.providerUnavailable(provider)))}
        >
          Connect
        </Button>
      )}
    </li>
  );
}
