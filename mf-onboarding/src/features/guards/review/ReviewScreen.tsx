import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Link, useParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { buttonClass } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { StepFrame } from '../../../StepFrame';
import { sections } from '../registration/registrationValues';
import { missingOf } from './missing';
import styles from './ReviewScreen.module.css';
import { useRegistered } from './review.queries';
import { Summary } from './Summary';

type SectionOf = (section: keyof typeof sections) => string;

function Completeness({ missing, sectionOf }: { missing: ReturnType<typeof missingOf>; sectionOf: SectionOf }) {
  if (missing.length === 0)
    return (
      <p className={styles.complete}>
        <Icon name="check" size={20} />
        Your registration is complete.
      </p>
    );
  return (
    <section aria-labelledby="missing" className={styles.missing}>
      <h2 id="missing">Still missing</h2>
      <ul>
        {missing.map(({ what, section }) => (
          <li key={what}>
            <Link to={sectionOf(section)}>{`Add ${what}`}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last part of the registration: the details to check, the missing ones, and the next step (REVIEW-01). */
export function ReviewScreen() {
  const { id = '' } = useParams();
  const query = useRegistered(id);
  const session = useSession();
  const guard = query.hasData ? query.data.guard : session?.guard;
  const isThrough = guard !== undefined && isApproved(guard);
  const registration = onboardingPaths.registration({ id }, isThrough ? { status: 'loggedin' } : {});
  const sectionOf: SectionOf = (section) => `${registration}#${sections[section]}`;
  return (
    <StepFrame
      at={isThrough ? undefined : 'Review'}
      title={reviewCopy.title}
      lead={
        isThrough
          ? 'The details you registered with.'
          : 'Check that these details match your documents. Our team compares them before we approve you.'
      }
    >
      <QueryView
        query={query}
        failed="Your registration could not be loaded"
        detail="What you sent us is safe."
        loading={{ shape: 'card', count: 3, label: 'Loading your registration' }}
      >
        {({ guard }) => (
          <>
            <Completeness missing={missingOf(guard)} sectionOf={sectionOf} />
            <Summary guard={guard} sectionOf={sectionOf} />
          </>
        )}
      </QueryView>
      {query.hasData && (
        <p id="next" className={styles.next}>
          {isThrough ? 'Submit opens your work profile.' : 'Next: your work profile, the last step before approval.'}
        </p>
      )}
      <div className={styles.actions}>
        <Link to={registration} className={buttonClass('secondary')}>
          {reviewCopy.previous}
        </Link>
        {query.hasData && (
          <Link
            to={onboardingPaths.workProfile({ id }, { isShow: 'with_login' })}
            className={buttonClass('primary')}
            aria-describedby="next"
          >
            {reviewCopy.submit}
          </Link>
        )}
      </div>
    </StepFrame>
  );
}
