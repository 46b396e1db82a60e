import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { MissingScreen } from '@portal/mf-kit/MissingScreen';
import { Link, useParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Afterwards } from '@portal/ui/Afterwards';
import { Details } from './Details';
import { LatestEarnings } from './LatestEarnings';
import { LatestJobs } from './LatestJobs';
import styles from './ProfileScreen.module.css';
import { Totals } from './Totals';

/** My Profile at its top, My Jobs at #jobs: one screen (SHELL-41). Another guard's id shows nothing of anybody. */
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
  return (
    <div className={styles.screen}>
      <Details guardId={id} known={session.guard} />
      <Totals guardId={id} />
      <Afterwards>
        <div className={styles.columns}>
          <LatestJobs />
          <LatestEarnings guardId={id} />
        </div>
      </Afterwards>
    </div>
  );
}
