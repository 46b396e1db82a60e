import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import type { reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { Card } from '@portal/ui/Card';
import { Status } from '@portal/ui/Status';
import { useUnsentInjuries } from '../injuries.queries';
import styles from './PreviousInjuries.module.css';

function statusText({ state, failure, createdAt }: WriteEntry): string {
  if (state === 'failed') return `Not sent. ${failure?.userMessage ?? ''}`;
  if (state === 'sending') return 'Being sent…';
  return `Written ${localDay(createdAt, deviceZone())}, ${localTime(createdAt, deviceZone())}. ${injuryMessages.kept}`;
}

/** Reports that only this device has; renders nothing if there are none. */
export function UnsentInjuries() {
  const unsent = useUnsentInjuries();
  if (unsent.length === 0) return null;
  return (
    <ul className={styles.unsent} aria-label="Not sent yet">
      {unsent.map((entry) => (
        <Card as="li" key={entry.key} marked>
          <p className={styles.what}>{(entry.input as Input<typeof reportInjury>).title}</p>
          <Status tone={entry.state === 'failed' ? 'danger' : 'quiet'}>{statusText(entry)}</Status>
        </Card>
      ))}
    </ul>
  );
}
