import { localTime, spacedMobile } from '@portal/contracts/_kernel/formats';
import type { ContactKind } from '@portal/contracts/guards/guards.contacts';
import type { ContactChange } from '@portal/contracts/guards/guards.contacts.endpoints';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import { CodeForm } from './CodeForm';
import styles from './Contact.module.css';
import { usePendingChange } from './contact.queries';

/** A new address or number that waits for its code, or the current address (`isOwn`), until it is confirmed or cancelled. */
export function PendingChange({ change, isOwn }: { change: ContactChange; isOwn: boolean }) {
  const { kind, value, expiresAt, triesLeft } = change;
  const now = useNow(60_000);
  const { line, confirm, resend, isResending, giveUp, isLeaving } = usePendingChange(kind as ContactKind);
  const isSpent = triesLeft === 0 || (now !== null && Date.parse(expiresAt) <= now);
  const what = kind === 'email' ? 'e-mail' : 'phone';
  return (
    <fieldset className={styles.pending} aria-label={`${isOwn ? 'Your' : 'New'} ${what}, waiting for its code`}>
      <p>
        <strong>{kind === 'email' ? value : spacedMobile(value)}</strong> waits for its code.{' '}
        <span>
          {isSpent
            ? 'The last code can no longer be used: request a new one.'
            : `We sent it there. It is valid until ${localTime(expiresAt)}.${isOwn ? '' : ' Nothing has changed yet.'}`}
        </span>
      </p>
      <CodeForm onCode={confirm} />
      <div className={styles.actions}>
        <Button small variant="secondary" busy={isResending} onClick={() => void resend()}>
          Send a new code
        </Button>
        <Button
          small
          variant="quiet"
          busy={isLeaving}
          aria-label={isOwn ? 'Confirm later' : `Cancel the new ${what}`}
          onClick={() => void giveUp()}
        >
          {isOwn ? 'Confirm later' : 'Cancel'}
        </Button>
      </div>
      <Status>{line}</Status>
    </fieldset>
  );
}
