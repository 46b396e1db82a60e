import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Link, useParams } from '@portal/mf-kit/router';
import { buttonClass } from '@portal/ui/Button';
import { StepFrame } from '../../../StepFrame';
import styles from './ReviewScreen.module.css';
import { useRegistered } from './review.queries';
import { Summary } from './Summary';

/** What was registered, to be read through before going on (REVIEW-01). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const query = useRegistered(id);
  const isThrough = query.hasData && isApproved(query.data.guard);
  return (
    <StepFrame
      at={isThrough ? undefined : 'Review'}
      title={reviewCopy.title}
      lead="This is what we have of you. Read it through, then go on."
    >
      <QueryView
        query={query}
        failed="Your registration could not be loaded"
        safe="What you sent us is safe."
        loading={{ shape: 'card', count: 3, label: 'Loading your registration' }}
      >
        {({ guard }) => <Summary guard={guard} />}
      </QueryView>
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
