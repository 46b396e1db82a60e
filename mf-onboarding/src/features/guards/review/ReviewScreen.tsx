import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { Link, useParams } from '@portal/mf-kit/router';
import { buttonClass } from '@portal/ui/Button';
import { ErrorState } from '@portal/ui/ErrorState';
import { Skeleton } from '@portal/ui/Skeleton';
import { StepFrame } from '../../../StepFrame';
import styles from './ReviewScreen.module.css';
import { useRegistered } from './review.queries';
import { Summary } from './Summary';

/** What was registered, to be read through before going on (REVIEW-01). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const { hasData, data, isLoading, isRefreshing, error, retry } = useRegistered(id);
  const isThrough = hasData && isApproved(data.guard);
  return (
    <StepFrame
      at={isThrough ? undefined : 'Review'}
      title={reviewCopy.title}
      lead="This is what we have of you. Read it through, then go on."
    >
      {isLoading && <Skeleton shape="card" count={3} label="Loading your registration" />}
      {!hasData && error && (
        <ErrorState
          title="Your registration could not be loaded."
          safe="What you sent us is safe."
          onRetry={retry}
          retryBusy={isRefreshing}
        />
      )}
      {hasData && <Summary guard={data.guard} />}
      <div className={styles.actions}>
        <Link to={onboardingPaths.registration({ id }, isThrough ? { status: 'loggedin' } : {})} className={buttonClass('secondary')}>
          {reviewCopy.previous}
        </Link>
        <Link to={onboardingPaths.workProfile({ id }, { isShow: 'with_login' })} className={buttonClass('primary')}>
          {reviewCopy.submit}
        </Link>
      </div>
    </StepFrame>
  );
}
