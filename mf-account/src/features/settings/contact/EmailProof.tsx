import { Button } from '@portal/ui/Button';
import { Status } from '@portal/ui/Status';
import styles from './Contact.module.css';
import { useEmailProof } from './contact.queries';

/** The line of an address that is not confirmed. `PendingChange` replaces it while a code is pending. */
export function EmailProof() {
  const { isMissing, send, isSending, line } = useEmailProof();
  if (!isMissing) return null;
  return (
    <fieldset className={styles.pending} aria-label="Your e-mail is not confirmed">
      <p>This address is not confirmed yet. We send a code to it; enter the code here.</p>
      <div className={styles.actions}>
        <Button small variant="secondary" busy={isSending} onClick={() => void send()}>
          Send the code
        </Button>
      </div>
      <Status>{line}</Status>
    </fieldset>
  );
}
