import { sessionsMessages } from '@portal/contracts/auth/auth.sessions';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { SessionRow } from './SessionRow';
import styles from './Sessions.module.css';
import { useSessions, useSignOut } from './sessions.queries';

/** The devices on which the guard is signed in, this device first. */
export function SessionsPart() {
  const query = useSessions();
  const { busy, signOut, signOutOthers } = useSignOut();
  return (
    <QueryView query={query} failed={sessionsMessages.notLoaded} loading={{ shape: 'rows', count: 2, label: 'Loading your devices' }}>
      {(sessions) => {
        const others = sessions.filter(({ isThis }) => !isThis).length;
        return (
          <>
            <ul className={styles.list}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} busy={busy} onSignOut={signOut} />
              ))}
            </ul>
            {others === 0 ? (
              <p className={styles.none}>You are not signed in on any other device.</p>
            ) : (
              <Button variant="secondary" busy={busy} onClick={() => void signOutOthers(others)}>
                Sign out all other devices
              </Button>
            )}
            <p className={styles.none}>If your phone is lost or stolen, sign it out here, then change your password.</p>
          </>
        );
      }}
    </QueryView>
  );
}
