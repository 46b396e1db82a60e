import { localTime, type Zone } from '@portal/contracts/_kernel/formats';
import { Button } from '@portal/ui/Button';
import { Icon, type IconName } from '@portal/ui/Icon';
import { usePortal } from './PortalContext';
import type { WriteEntry } from './portal';
import styles from './UnsentActions.module.css';

const icons: Record<WriteEntry['state'], IconName> = { 'on device': 'clock', sending: 'upload', sent: 'check', failed: 'alert' };

function words({ state, sentAt, createdAt, failure, expired }: WriteEntry, zone: Zone): string {
  if (state === 'sent') return `Sent ${localTime(sentAt ?? createdAt, zone)}`;
  if (state === 'sending') return 'Sending';
  if (state === 'on device') return 'On this phone, waiting to be sent';
  return expired ? 'Not sent: it waited too long and no longer counts.' : `Not sent: ${failure?.userMessage ?? 'it was refused.'}`;
}

/** Unsent acts, and the last sent one. */
const told = (acts: readonly WriteEntry[]) => {
  const last = acts.findLast(({ state }) => state === 'sent');
  return acts.filter((entry) => entry.state !== 'sent' || entry === last);
};

/** The states of the guard's acts on this shift: on this phone, sending, sent, failed. */
export function UnsentActions({ acts, label, zone }: { acts: readonly WriteEntry[]; label: string; zone: Zone }) {
  const { outbox } = usePortal();
  return (
    <ul className={styles.acts} aria-label={label} aria-live="polite">
      {told(acts).map((entry) => (
        <li key={entry.key} className={styles.act} data-state={entry.state}>
          <Icon name={icons[entry.state]} size={20} />
          <span className={styles.what}>{entry.what}</span>
          <span className={styles.state}>{words(entry, zone)}</span>
          {entry.state === 'failed' && (
            <span className={styles.buttons}>
              {!entry.expired && (
                <Button variant="secondary" small aria-label={`Try again: ${entry.what}`} onClick={() => outbox?.retry(entry.key)}>
                  Try again
                </Button>
              )}
              <Button variant="quiet" small aria-label={`Dismiss: ${entry.what}`} onClick={() => outbox?.dismiss(entry.key)}>
                Dismiss
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
