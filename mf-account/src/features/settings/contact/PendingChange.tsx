import { localTime, spacedMobile } from '@portal/contracts/_kernel/formats';
import type { ContactKind } from '@portal/contracts/guards/guards.contacts';
import type { ContactChange } from '@portal/contracts/guards/guards.contacts.endpoints';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { CodeForm } from './CodeForm';
import styles from './Contact.module.css';
import { usePendingChange } from './contact.queries';

/** A new address or number that waits for its code, until it is confirmed or given up. */
export function PendingChange({ change }: { change: ContactChange }) {
  const { kind, value, expiresAt, triesLeft } = change;
  const portal = usePortal();
  const { line, confirm, resend, isResending, giveUp, isLeaving } = usePendingChange(kind as ContactKind);
  const isSpent = triesLeft === 0 || Date.parse(expiresAt) <= portal.now().getTime();
  const what = kind === 'email' ? 'e-mail' : 'phone';
  return (
    <fieldset className={styles.pending} aria-label={`New ${what}, waiting for its code`}>
      <p>
        <strong>{kind === 'email' ? value : spacedMobile(value)}</strong> waits for its code.{' '}
        {isSpent
          ? 'The last code can be used no more: ask for a new one.'
          : `We sent it there. Until ${localTime(expiresAt)} it is good; nothing is changed yet.`}
      </p>
      <CodeForm onCode={confirm} />
      <div className={styles.actions}>
        <Button small variant="secondary" busy={isResending} onClick={() => void resend()}>
          Send a new code
        </Button>
        <Button small variant="quiet" busy={isLeaving} aria-label={`Give up the new ${what}`} onClick={() => void giveUp()}>
          Give up
        </Button>
      </div>
      <Status>{line}</Status>
    </fieldset>
  );
}
