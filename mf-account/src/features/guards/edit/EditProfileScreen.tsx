import type { Guard } from '@portal/contracts/_kernel/guard';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { readFailureText } from '@portal/mf-kit/failure';
import { useLocation } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { PageHeader } from '@portal/ui/PageHeader';
import { useProfile } from '../guards.queries';
import { EditProfileForm } from './EditProfileForm';
import styles from './EditProfileScreen.module.css';

/** My Profile passes its guard in the navigation state (MYPROFILE-18). Without it, the session's guard is shown until the reply. */
export function EditProfileScreen() {
  const session = useSession();
  const guardFromNavigation = (useLocation().state as { guard?: Guard } | null)?.guard;
  if (!session) return null;
  return (
    <EditProfile guardId={session.guardId} known={guardFromNavigation?.id === session.guardId ? guardFromNavigation : session.guard} />
  );
}

function EditProfile({ guardId, known }: { guardId: string; known: Guard }) {
  const { data, error, retry } = useProfile(guardId);
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Edit Profile"
        lead="Your name, your pictures and your licence. What you enter is kept on this device until you save."
        back={{ label: 'My Profile', href: guardsPaths.myProfile({ id: guardId }) }}
      />
      {error && (
        <Banner
          kind="warning"
          actions={
            <Button variant="secondary" small onClick={retry}>
              Retry
            </Button>
          }
        >
          {readFailureText(error)} What you see here is what this device last knew.
        </Banner>
      )}
      <EditProfileForm guard={data.guard ?? known} />
    </div>
  );
}
