import type { Guard } from '@portal/contracts/_kernel/guard';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { readFailureText } from '@portal/mf-kit/failure';
import { RecordNotFound } from '@portal/mf-kit/RecordNotFound';
import { Link, useParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { DeferredRender } from '@portal/ui/DeferredRender';
import { PageTitle } from '@portal/ui/PageTitle';
import { RevealInOrder } from '@portal/ui/RevealInOrder';
import { LicenceCardPart } from '../../documents/card/LicenceCardPart';
import { useProfile } from '../guards.queries';
import { Details } from './Details';
import { LatestEarnings } from './LatestEarnings';
import { LatestJobs } from './LatestJobs';
import styles from './ProfileScreen.module.css';
import { Totals } from './Totals';

/** `known` is the session's guard: it is shown until the server replies, and after a failure. */
function Profile({ known }: { known: Guard }) {
  const { data, error, retry } = useProfile(known.id);
  const guard = data.guard ?? known;
  return (
    <RevealInOrder className={styles.screen}>
      <ProfileHead guard={guard} />
      {error && (
        <Banner
          kind="warning"
          actions={
            <Button variant="secondary" small onClick={retry}>
              Retry
            </Button>
          }
        >
          {readFailureText(error)} Your profile shows the details last saved on this device.
        </Banner>
      )}
      <RevealInOrder className={styles.columns}>
        <LatestJobs guard={guard} />
        <DeferredRender>
          <LatestEarnings guardId={guard.id} />
        </DeferredRender>
      </RevealInOrder>
      <DeferredRender>
        <Totals guardId={guard.id} />
        <Details guard={guard} />
      </DeferredRender>
    </RevealInOrder>
  );
}

/** The line above the next shift: the guard's name, and the licence card, which opens without a connection. */
function ProfileHead({ guard }: { guard: Guard }) {
  return (
    <header className={styles.head}>
      <PageTitle className={styles.name} title={[guard.firstName, guard.middleName, guard.lastName].filter(Boolean).join(' ')} />
      <LicenceCardPart guard={guard} />
    </header>
  );
}

/** My Jobs and My Profile: one screen (SHELL-41). Another guard's id shows nothing of that guard. */
export function ProfileScreen() {
  const { id = '' } = useParams();
  const session = useSession();
  if (!session) return null;
  if (id !== session.guardId)
    return (
      <RecordNotFound title="This profile is not yours" why="You can only open your own profile.">
        <Link to={guardsPaths.myProfile({ id: session.guardId })}>Open my profile</Link>
      </RecordNotFound>
    );
  return <Profile known={session.guard} />;
}
