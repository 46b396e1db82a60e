import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { Link, useParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Icon } from '@portal/ui/Icon';
import styles from './Stepper.module.css';

/** In the stated order (ROUTING-12). */
const stages = ['Register', 'Privacy', 'Terms', 'Agreement', 'Code', 'Registration', 'Review', 'Work profile', 'Approval'] as const;
export type Stage = (typeof stages)[number];

/** Where one may look back to; a code is used up, so that the agreement stands before the registration. Review and work profile have their own links. */
const before: Partial<Record<Stage, (keys: { id: string }) => string>> = {
  Terms: onboardingPaths.privacy,
  Agreement: onboardingPaths.terms,
  Code: onboardingPaths.agreement,
  Registration: onboardingPaths.agreement,
};

function PreviousLink({ at }: { at: Stage }) {
  const { id } = useParams();
  const previous = before[at];
  if (!id || !previous) return null;
  return (
    <Link to={previous({ id })} className={styles.link ?? ''}>
      <Icon name="chevron-left" size={18} />
      Previous
    </Link>
  );
}

/** No step leads to the review by itself: the stepper does, once there is something to review (ROUTING-13). */
function ReviewLink({ at }: { at: Stage }) {
  const session = useSession();
  if (at === 'Review' || !session || session.guard.identityDocuments.length === 0) return null;
  return (
    <Link to={onboardingPaths.review({ id: session.guardId })} className={`${styles.link} ${styles.review}`}>
      Review your registration
    </Link>
  );
}

/** Where in the onboarding I am and what is left. */
export function Stepper({ at }: { at: Stage }) {
  const here = stages.indexOf(at);
  return (
    <nav aria-label="Onboarding" className={styles.stepper}>
      <p className={styles.text}>
        Step {here + 1} of {stages.length}: <strong>{at}</strong>
      </p>
      <ol className={styles.steps}>
        {stages.map((stage, index) => (
          <li
            key={stage}
            aria-current={index === here ? 'step' : undefined}
            className={index < here ? styles.done : index === here ? styles.here : styles.ahead}
          >
            <span className={styles.name}>{stage}</span>
          </li>
        ))}
      </ol>
      <div className={styles.links}>
        <PreviousLink at={at} />
        <ReviewLink at={at} />
      </div>
    </nav>
  );
}
