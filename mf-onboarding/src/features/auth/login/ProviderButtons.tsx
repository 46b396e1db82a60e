import { usePortal } from '@portal/mf-kit/PortalContext';
import { ProviderIcon } from '@portal/mf-kit/ProviderIcon';
import type { Provider } from '@portal/mf-kit/provider';
import { Button } from '@portal/ui/Button';
import { useIsHydrated } from '@portal/ui/useIsHydrated';
import { useState } from 'react';
import styles from './LoginScreen.module.css';

const providers: readonly { id: Provider; name: string }[] = [
  { id: 'facebook', name: 'Facebook' },
  { id: 'google', name: 'Google' },
];

/** A provider that is not configured keeps its button, which explains that; a press explains it again. */
export function ProviderButtons({ onFailure }: { onFailure: (text: string | null) => void }) {
  const { session } = usePortal();
  const isHydrated = useIsHydrated();
  const [busy, setBusy] = useState<Provider | null>(null);

  async function signIn(provider: Provider) {
    onFailure(null);
    setBusy(provider);
    const outcome = await session.signInWith(provider);
    setBusy(null);
    if (outcome.kind === 'refused' || outcome.kind === 'unavailable') onFailure(outcome.message);
  }

  return (
    <div className={styles.providers}>
      <p className={styles.or}>or</p>
      {providers.map(({ id, name }) => (
        <Button key={id} variant="secondary" busy={busy === id} icon={<ProviderIcon provider={id} />} onClick={() => void signIn(id)}>
          <span>{`Continue with ${name}`}</span>
          {!(isHydrated && session.canSignInWith(id)) && <small className={styles.unavailable}>Not available here</small>}
        </Button>
      ))}
    </div>
  );
}
