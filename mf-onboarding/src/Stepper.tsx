import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { Link, useParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Icon } from '@portal/ui/Icon';
import styles from './Stepper.module.css';

export type Stage = 'Register' | 'Privacy' | 'Terms' | 'Agreement' | 'Code' | 'Registration' | 'Review' | 'Work profile' | 'Approval';

/**
 * The numbered steps in the stated order (ROUTING-12). The review has no number: a save skips it and opens the work profile
 * (ROUTING-13).
 */
const steps: readonly { name: string; stages: readonly Stage[] }[] = [
  { name: 'Register', stages: ['Register'] },
  { name: 'Privacy', stages: ['Privacy'] },
  { name: 'Terms', stages: ['Terms'] },
  { name: 'Agreement', stages: ['Agreement'] },
  { name: 'Code', stages: ['Code'] },
  { name: 'Registration and review', stages: ['Registration', 'Review'] },
  { name: 'Work profile', stages: ['Work profile'] },
  { name: 'Approval', stages: ['Approval'] },
];

/**
 * The page before a step. A code works once, so the registration links back to the agreement. Review and work profile have their own links.
 */
const previousPage: Partial<Record<Stage, (keys: { id: string }) => string>> = {
  Terms: onboardingPaths.privacy,
  Agreement: onboardingPaths.terms,
  Code: onboardingPaths.agreement,
  Registration: onboardingPaths.agreement,
};

function PreviousLink({ at }: { at: Stage }) {
  const { id } = useParams();
  const previous = previousPage[at];
  if (!id || !previous) return null;
  return (
    <Link to={previous({ id })} className={styles.link ?? ''}>
      <Icon name="chevron-left" size={18} />
      Previous
    </Link>
  );
}

/** Links to the review once a registration is saved (ROUTING-13). */
function ReviewLink({ at }: { at: Stage }) {
  const session = useSession();
  if (at === 'Review' || !session || session.guard.identityDocuments.length === 0) return null;
  return (
    <Link to={onboardingPaths.review({ id: session.guardId })} className={`${styles.link} ${styles.review}`}>
      Review your registration
    </Link>
  );
}

export function Stepper({ at }: { at: Stage }) {
  const currentIndex = steps.findIndex(({ stages }) => stages.includes(at));
  return (
    <nav aria-label="Onboarding" className={styles.stepper}>
      <p className={styles.text}>
        Step {currentIndex + 1} of {steps.length}: <strong>{at}</strong>
      </p>
      <ol className={styles.steps}>
        {steps.map(({ name }, index) => (
          <li
            key={name}
            aria-current={index === currentIndex ? 'step' : undefined}
            className={index < currentIndex ? styles.done : index === currentIndex ? styles.here : styles.ahead}
          >
            <span className={styles.name}>{name}</span>
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
