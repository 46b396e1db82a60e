import type { Guard } from '@portal/contracts/_kernel/guard';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { whyUnread } from '@portal/mf-kit/failure';
import { MissingScreen } from '@portal/mf-kit/MissingScreen';
import { Link, useParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Afterwards } from '@portal/ui/Afterwards';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { useProfile } from '../guards.queries';
import { Details } from './Details';
import { LatestEarnings } from './LatestEarnings';
import { LatestJobs } from './LatestJobs';
import { ProfileHead } from './ProfileHead';
import styles from './ProfileScreen.module.css';
import { Totals } from './Totals';

/** `known` is the session's guard: it is shown until the server replies, and after a failure. */
function Profile({ known }: { known: Guard }) {
  const { data, error, retry } = useProfile(known.id);
  const guard = data.guard ?? known;
  return (
    <div className={styles.screen}>
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
          {whyUnread(error)} Your profile shows the details last saved on this device.
        </Banner>
      )}
      <div className={styles.columns}>
        <LatestJobs guard={guard} />
        <Afterwards>
          <LatestEarnings guardId={guard.id} />
        </Afterwards>
      </div>
      <Afterwards>
        <Totals guardId={guard.id} />
        <Details guard={guard} />
      </Afterwards>
    </div>
  );
}

/** My Jobs and My Profile: one screen (SHELL-41). Another guard's id shows nothing of that guard. */
export function ProfileScreen() {
  const { id = '' } = useParams();
  const session = useSession();
  if (!session) return null;
  if (id !== session.guardId)
    return (
      <MissingScreen title="This profile is not yours" why="You can only open your own profile.">
        <Link to={guardsPaths.myProfile({ id: session.guardId })}>Open my profile</Link>
      </MissingScreen>
    );
  return <Profile known={session.guard} />;
}
