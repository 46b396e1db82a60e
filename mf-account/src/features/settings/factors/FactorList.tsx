import { localDay } from '@portal/contracts/_kernel/formats';
import { type Factor, type FactorKind, factorLimits, factorMessages } from '@portal/contracts/auth/auth.factors';
import { hasPasskeys, passkeyMessages } from '@portal/mf-kit/passkeys';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { useState } from 'react';
import { AddAuthenticatorModal } from './AddAppModal';
import { AddPasskeyModal } from './AddPasskeyModal';
import styles from './Factors.module.css';
import { useFactorActions, useFactors } from './factors.queries';

const kindNames: Readonly<Record<FactorKind, string>> = { totp: 'Authenticator app', passkey: 'Passkey' };

interface FactorRowProps {
  factor: Factor;
  busy: boolean;
  onRemove: (factor: Factor) => Promise<void>;
}

function FactorRow({ factor, busy, onRemove }: FactorRowProps) {
  const { kind, label, addedAt, lastUsedAt } = factor;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3 tabIndex={-1} className={styles.name}>
          {label}
        </h3>
        <p>
          {kindNames[kind]}, added <time dateTime={addedAt}>{localDay(addedAt)}</time>
        </p>
        <p>{lastUsedAt ? `Last used ${localDay(lastUsedAt)}` : 'Not used yet'}</p>
      </div>
      <Button small variant="quiet" busy={busy} aria-label={`Remove ${label}`} onClick={() => void onRemove(factor)}>
        Remove
      </Button>
    </li>
  );
}

type Open = { kind: 'passkey' } | { kind: 'app'; secret: string; address: string } | null;

/** The second factors of the guard, and the dialogs that add one. */
export function FactorList() {
  const query = useFactors();
  const { busy, beginApp, remove } = useFactorActions();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const openApp = async () => {
    const begun = await beginApp();
    if (begun) setOpen({ kind: 'app', ...begun });
  };
  return (
    <QueryView query={query} failed={factorMessages.notLoaded} loading={{ shape: 'rows', count: 1, label: 'Loading your second factors' }}>
      {(factors) => (
        <>
          {factors.length === 0 && (
            <p className={styles.note}>
              None yet. With one, a stolen password is not enough to change your bank details, your e-mail or your phone.
            </p>
          )}
          <ul className={styles.list}>
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} busy={busy} onRemove={remove} />
            ))}
          </ul>
          {factors.length < factorLimits.most && (
            <div className={styles.acts}>
              <Button variant="secondary" busy={busy} onClick={() => void openApp()}>
                Add an authenticator app
              </Button>
              {hasPasskeys() && (
                <Button variant="secondary" onClick={() => setOpen({ kind: 'passkey' })}>
                  Add a passkey
                </Button>
              )}
            </div>
          )}
          {!hasPasskeys() && <p className={styles.note}>{passkeyMessages.unavailable}</p>}
          {factors.length === 1 && <p className={styles.note}>Add a second one on another device, in case you lose this one.</p>}
          {open?.kind === 'app' && <AddAuthenticatorModal secret={open.secret} address={open.address} onClose={close} />}
          {open?.kind === 'passkey' && <AddPasskeyModal onClose={close} />}
        </>
      )}
    </QueryView>
  );
}
