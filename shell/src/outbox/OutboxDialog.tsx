import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { Button } from '@portal/ui/Button';
import { cx } from '@portal/ui/cx';
import { Dialog } from '@portal/ui/Dialog';
import { Icon, type IconName } from '@portal/ui/Icon';
import { useRef } from 'react';
import { useSignal } from '../platform/signal';
import { stateText } from './entryText';
import styles from './OutboxButton.module.css';
import type { OutboxProps } from './outboxTypes';

const icons: Record<WriteEntry['state'], IconName> = { 'on device': 'clock', sending: 'upload', sent: 'check', failed: 'alert' };

interface RowProps extends Pick<OutboxProps, 'outbox' | 'portal'> {
  entry: WriteEntry;
  onDismissed: () => void;
}

function Row({ entry, outbox, portal, onDismissed }: RowProps) {
  const { key, what, state } = entry;
  const dismiss = async () => {
    const sure = {
      title: 'Dismiss without sending?',
      body: `We have no confirmation that “${what}” was sent. Once dismissed, it is not tried again.`,
      confirm: 'Dismiss',
      cancel: 'Keep it',
      danger: true,
    } as const;
    if (isUnsent(entry) && !(await portal.confirm(sure))) return;
    outbox.dismiss(key);
    onDismissed();
  };
  return (
    <li className={styles.row}>
      <Icon name={icons[state]} className={cx(styles.icon, state === 'failed' && styles.bad, state === 'sent' && styles.good)} />
      <div className={styles.text}>
        <p className={styles.what}>{what}</p>
        {/* A retry may change what is said of it, and nothing else. */}
        <p className={cx(styles.state, state === 'failed' && styles.bad)} aria-live={entry.expired && 'polite'}>
          {stateText(entry, portal.now())}
        </p>
        {entry.progress !== undefined && <progress aria-hidden="true" className={styles.progress} max={1} value={entry.progress} />}
      </div>
      {state === 'sent' ? null : (
        <div className={styles.acts}>
          <Button
            small
            variant="secondary"
            aria-label={`Retry: ${what}`}
            busy={state === 'sending'}
            busyText="Sending…"
            onClick={() => outbox.retry(key)}
          >
            Retry
          </Button>
          <Button small variant="quiet" aria-label={`Dismiss: ${what}`} onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
    </li>
  );
}

/** Every durable write of this guard on this device: how it stands, and what can be done about it. */
export function OutboxDialog({ outbox, portal, isLost, onClose }: Omit<OutboxProps, 'place'> & { onClose: () => void }) {
  const entries = useSignal(outbox.entries);
  const isUnreachable = useSignal(isLost);
  const intro = useRef<HTMLParagraphElement>(null);
  const waits = entries.some(isUnsent);
  return (
    <Dialog open onClose={onClose} title="On this device">
      <p ref={intro} tabIndex={-1} className={styles.intro}>
        {!waits
          ? 'Nothing is waiting to be sent.'
          : isUnreachable
            ? 'You are offline. We will send these in order when you are back online with the portal open.'
            : 'We are sending these in order. You can keep working.'}
      </p>
      <ul className={styles.list} aria-label="Your entries">
        {entries.map((entry) => (
          <Row key={entry.key} entry={entry} outbox={outbox} portal={portal} onDismissed={() => intro.current?.focus()} />
        ))}
      </ul>
    </Dialog>
  );
}
