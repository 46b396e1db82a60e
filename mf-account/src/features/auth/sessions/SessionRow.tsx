import { localDay, localTime } from '@portal/contracts/_kernel/formats';
import { type DeviceSession, sessionsMessages } from '@portal/contracts/auth/auth.sessions';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { StatusChip } from '@portal/ui/StatusChip';
import styles from './Sessions.module.css';

const when = (instant: string) => `${localDay(instant)}, ${localTime(instant)}`;

function Network({ network, isSameNetwork }: Pick<DeviceSession, 'network' | 'isSameNetwork'>) {
  if (!network) return 'Network not known';
  return `Network ${network}${isSameNetwork ? ' (this network)' : ''}`;
}

interface SessionRowProps {
  session: DeviceSession;
  busy: boolean;
  onSignOut: (sessionId: string) => Promise<void>;
}

export function SessionRow({ session, busy, onSignOut }: SessionRowProps) {
  const { id, isThis, signedInAt, lastSeenAt } = session;
  const device = session.device ?? sessionsMessages.unknownDevice;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3 tabIndex={-1} className={styles.name}>
          <Icon name={/Android|iPhone|iPad/.test(device) ? 'phone' : 'laptop'} size={20} />
          {device}
          {isThis && <StatusChip tone="success">This device</StatusChip>}
        </h3>
        <p>
          <Network {...session} />
        </p>
        <p>
          Signed in <time dateTime={signedInAt}>{when(signedInAt)}</time>
        </p>
        <p>
          Last seen <time dateTime={lastSeenAt}>{when(lastSeenAt)}</time>
        </p>
      </div>
      {!isThis && (
        <Button
          small
          variant="secondary"
          disabled={busy}
          aria-label={`Sign out ${device}, last seen ${when(lastSeenAt)}`}
          onClick={() => void onSignOut(id)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
