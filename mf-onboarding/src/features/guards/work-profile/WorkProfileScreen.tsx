import { authPaths } from '@portal/contracts/auth/auth.paths';
import { modeOf } from '@portal/contracts/guards/guards.work-profile';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { Link, useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { buttonClass } from '@portal/ui/Button';
import { EmptyState } from '@portal/ui/EmptyState';
import { StepFrame } from '../../../StepFrame';
import styles from './WorkProfile.module.css';
import { WorkProfileForm } from './WorkProfileForm';

const TITLE = 'Work Profile';

/** In the mode of the onboarding the path opens without a session (SESSION-24), but saving needs one. */
function NeedsLogin() {
  return (
    <StepFrame at="Work profile" title={TITLE}>
      <EmptyState
        icon="user"
        title="Please log in to continue"
        why="Your work profile is the next step of your registration."
        action={
          <Link to={authPaths.login()} className={buttonClass('primary')}>
            Log in
          </Link>
        }
      />
    </StepFrame>
  );
}

export function WorkProfileScreen() {
  const [search] = useSearchParams();
  const session = useSession();
  if (!session) return <NeedsLogin />;
  const { guard, guardId } = session;
  const isThrough = isApproved(guard);
  return (
    <StepFrame
      at={isThrough ? undefined : 'Work profile'}
      title={TITLE}
      lead="How far you will travel, how you get there, and what you do best."
    >
      <WorkProfileForm key={guardId} guard={guard} mode={modeOf(search.get('isShow'))} />
      <p className={styles.previous}>
        <Link to={onboardingPaths.review({ id: guardId }, isThrough ? { status: 'loggedin' } : {})}>
          {isThrough ? 'Review your registration' : 'Previous step: your registration'}
        </Link>
      </p>
    </StepFrame>
  );
}
