import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { localTime } from '@portal/contracts/_kernel/formats';
import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteMessages, enoteOrder } from '@portal/contracts/enotes/enotes.rules';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { Icon, type IconName } from '@portal/ui/Icon';
import { sizeText } from '@portal/ui/sizeText';
import styles from './ENotesScreen.module.css';

const icons: Record<WriteEntry['state'], IconName> = { 'on device': 'clock', sending: 'upload', sent: 'check', failed: 'alert' };

/** The state, and a changing detail next to it. Screen readers announce only the state. */
function statusText({ state, createdAt, sentAt, bytes, progress, failure }: WriteEntry): [string, string] {
  const size = bytes ? `, ${sizeText(bytes)}` : '';
  if (state === 'sent') return ['Sent', ` ${localTime(sentAt ?? createdAt, deviceZone())}`];
  if (state === 'sending') return ['Sending', progress === undefined ? '' : `, ${Math.floor(progress * 100)} %${size}`];
  if (state === 'on device')
    return ['On this device', ` since ${localTime(createdAt, deviceZone())}${size}. It will be sent automatically.`];
  return [failure?.userMessage || enoteMessages.notSent, ''];
}

function State({ entry }: { entry: WriteEntry }) {
  const [word, more] = statusText(entry);
  return (
    <p className={styles.state}>
      <Icon name={icons[entry.state]} size={18} />
      <span>
        <span aria-live="polite">{word}</span>
        {more}
      </span>
    </p>
  );
}

/** The guard's own notes on a job that the server does not have yet. */
export function UnsentNotes({ jobId }: { jobId: string }) {
  const { outbox, confirm } = usePortal();
  const entries = useOutboxEntries(enoteOrder(jobId)).filter(({ endpointId, state }) => endpointId === writeEnote.id && state !== 'sent');
  if (entries.length === 0) return null;
  const dismiss = async (key: string) => {
    const question = {
      title: 'Delete this note?',
      body: 'It was not sent and is only on this device.',
      confirm: 'Delete',
      cancel: 'Keep it',
      danger: true,
    } as const;
    if (await confirm(question)) outbox?.dismiss(key);
  };
  return (
    <ul className={styles.notes} aria-label="Your notes that are not sent yet">
      {entries.map((entry) => (
        <Card as="li" key={entry.key} className={styles.note} data-state={entry.state}>
          <h3 className={styles.noteTitle}>{entry.what.replace('E-note: ', '')}</h3>
          <State entry={entry} />
          {entry.state === 'failed' && (
            <span className={styles.buttons}>
              <Button small variant="secondary" aria-label={`Try again: ${entry.what}`} onClick={() => outbox?.retry(entry.key)}>
                Try again
              </Button>
              <Button small variant="quiet" aria-label={`Delete: ${entry.what}`} onClick={() => dismiss(entry.key)}>
                Delete
              </Button>
            </span>
          )}
        </Card>
      ))}
    </ul>
  );
}
