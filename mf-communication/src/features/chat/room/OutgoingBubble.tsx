import { failureText } from '@portal/mf-kit/failure';
import { Button } from '@portal/ui/Button';
import type { Sending } from '../chat.queries';
import type { Outgoing } from '../chat.state';
import { OwnBubble } from './MessageBubble';
import styles from './OutgoingBubble.module.css';

const standings = { 'on device': 'On this device, not sent yet', sending: 'Sending…', sent: 'Sent' } as const;

/** A message that the server has not handed back: where it is, and if it was refused, why, and what to do. */
export function OutgoingBubble({ one, goesOn, retry, remove }: { one: Outgoing; goesOn: boolean } & Pick<Sending, 'retry' | 'remove'>) {
  const { message, at, state, failure } = one;
  if (state !== 'failed')
    return (
      <OwnBubble message={message} at={at} standing={standings[state]} tone={state === 'on device' ? 'waits' : undefined} goesOn={goesOn} />
    );
  const why = failure ? failureText(failure, '') : '';
  return (
    <OwnBubble
      message={message}
      at={at}
      standing={`Not sent${why ? `. ${why}` : ''}`}
      tone="failed"
      goesOn={goesOn}
      acts={
        <div className={styles.acts}>
          <Button small variant="quiet" onClick={() => retry(one)}>
            Retry
          </Button>
          <Button small variant="quiet" onClick={() => remove(one)}>
            Delete
          </Button>
        </div>
      }
    />
  );
}
