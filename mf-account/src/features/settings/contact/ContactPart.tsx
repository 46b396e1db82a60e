import { spacedMobile } from '@portal/contracts/_kernel/formats';
import { QueryFailure, QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { EmailAddress } from '@portal/ui/EmailAddress';
import { useState } from 'react';
import { useSettings } from '../settings.queries';
import { ChangeEmailModal } from './ChangeEmailModal';
import { ChangeMobileModal } from './ChangeMobileModal';
import styles from './Contact.module.css';
import { useContactChanges } from './contact.queries';
import { EmailProof } from './EmailProof';
import { PendingChange } from './PendingChange';

const rows = [
  { kind: 'email', label: 'E-mail', act: 'Change e-mail', Modal: ChangeEmailModal },
  { kind: 'mobile', label: 'Phone', act: 'Change phone', Modal: ChangeMobileModal },
] as const;

/** E-mail address and mobile number. Each changes by a code sent to the new one. */
export function ContactPart({ guardId }: { guardId: string }) {
  const query = useSettings(guardId);
  const changes = useContactChanges();
  const [open, setOpen] = useState<'email' | 'mobile' | null>(null);
  return (
    <QueryView query={query} failed="Your contacts could not be loaded" loading={{ shape: 'rows', label: 'Loading your contacts' }}>
      {({ guard }) => (
        <>
          <ul className={styles.list}>
            {rows.map(({ kind, label, act, Modal }) => {
              const change = changes.hasData ? changes.data.find((one) => one.kind === kind) : undefined;
              return (
                <li key={kind} className={styles.row}>
                  <h3 tabIndex={-1} className={styles.label}>
                    {label}
                  </h3>
                  <p className={styles.value}>
                    {kind === 'email' ? <EmailAddress address={guard.email} /> : spacedMobile(guard.mobileNumber)}
                  </p>
                  <Button small variant="secondary" aria-label={act} onClick={() => setOpen(kind)}>
                    Change
                  </Button>
                  {change ? (
                    <PendingChange key={change.value} change={change} isOwn={change.value === guard.email} />
                  ) : (
                    changes.hasData && kind === 'email' && <EmailProof />
                  )}
                  {open === kind && <Modal onClose={() => setOpen(null)} />}
                </li>
              );
            })}
          </ul>
          <QueryFailure query={changes} failed="Your pending change could not be loaded" />
        </>
      )}
    </QueryView>
  );
}
