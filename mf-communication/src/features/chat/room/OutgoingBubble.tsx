import { failureText } from '@portal/mf-kit/failure';
import { Button } from '@portal/ui/Button';
import type { OutgoingMessages } from '../chat.queries';
import type { OutgoingMessage } from '../chat.state';
import { OwnBubble } from './MessageBubble';
import styles from './OutgoingBubble.module.css';

const statusTexts = { 'on device': 'On this device, not sent yet', sending: 'Sending…', sent: 'Sent' } as const;

/** An unsent message with its state. A refused one shows the reason and can be sent again or deleted. */
export function OutgoingBubble({
  outgoingMessage,
  isContinued,
  retry,
  remove,
}: { outgoingMessage: OutgoingMessage; isContinued: boolean } & Pick<OutgoingMessages, 'retry' | 'remove'>) {
  const { message, at, state, failure } = outgoingMessage;
  if (state !== 'failed')
    return (
      <OwnBubble
        message={message}
        at={at}
        status={statusTexts[state]}
        tone={state === 'on device' ? 'waits' : undefined}
        isContinued={isContinued}
      />
    );
  const reason = failure ? failureText(failure, '') : '';
  return (
    <OwnBubble
      message={message}
      at={at}
      status={`Not sent${reason ? `. ${reason}` : ''}`}
      tone="failed"
      isContinued={isContinued}
      actions={
        <div className={styles.acts}>
          <Button small variant="quiet" onClick={() => retry(outgoingMessage)}>
            Retry
          </Button>
          <Button small variant="quiet" onClick={() => remove(outgoingMessage)}>
            Delete
          </Button>
        </div>
      }
    />
  );
}
