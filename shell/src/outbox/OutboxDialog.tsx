import type { WriteEntry } from '@portal/mf-kit/portal';
import { isUnsent } from '@portal/mf-kit/useOutboxEntries';
import { Button } from '@portal/ui/Button';
import { cx } from '@portal/ui/cx';
import { Dialog } from '@portal/ui/Dialog';
import { Icon, type IconName } from '@portal/ui/Icon';
import { sizeText } from '@portal/ui/sizeText';
import { useRef } from 'react';
import { formatDeviceTime } from '../platform/deviceTime';
import { useSignal } from '../platform/signal';
import styles from './OutboxButton.module.css';
import type { OutboxProps } from './outboxTypes';

const icons: Record<WriteEntry['state'], IconName> = { 'on device': 'clock', sending: 'upload', sent: 'check', failed: 'alert' };

/** Never claims more than the server confirmed. */
export function stateText({ state, createdAt, sentAt, bytes, progress, failure, expired }: WriteEntry, now: Date): string {
  const createdText = formatDeviceTime(createdAt, now);
  const size = bytes ? sizeText(bytes) : null;
  if (state === 'sent') return `Sent ${formatDeviceTime(sentAt ?? createdAt, now)}`;
  if (state === 'sending') return size ? `Sending… ${Math.floor((progress ?? 0) * 100)} % of ${size}` : 'Sending…';
  if (state === 'on device' && failure?.reason === 'confirmation')
    return 'Waiting for you to confirm that it is you. Press Retry to do it now.';
  if (state === 'on device') return `On this device since ${createdText}${size ? `, ${size}` : ''}`;
  return expired ? (failure?.userMessage ?? '') : `Not sent. ${failure?.userMessage ?? ''}`;
}

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
        {/* A retry of an expired entry may change only its text. */}
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

/** Lists the durable writes of this guard on this device. */
export function OutboxDialog({ outbox, portal, isLost, onClose }: Omit<OutboxProps, 'place'> & { onClose: () => void }) {
  const entries = useSignal(outbox.entries);
  const isUnreachable = useSignal(isLost);
  const intro = useRef<HTMLParagraphElement>(null);
  const isWaiting = entries.some(isUnsent);
  return (
    <Dialog open onClose={onClose} title="On this device">
      <p ref={intro} tabIndex={-1} className={styles.intro}>
        {!isWaiting
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
