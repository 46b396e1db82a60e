import type { Guard } from '@portal/contracts/_kernel/guard';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { Status } from '@portal/ui/Status';
import styles from './ThankYouScreen.module.css';
import { useApproval } from './useApproval';

/**
 * Shows a guard with a session the pending approval, and polls while the page is visible. The shell opens the next step once the approval
 * arrives.
 */
export function ApprovalStatus({ guard }: { guard: Guard }) {
  const { hasFailed } = useApproval();
  const needsLicence = nextStep(guard).step === 'licence';
  return (
    <div className={styles.waiting}>
      <Status>
        <strong>Waiting for approval.</strong>{' '}
        <span>
          {needsLicence
            ? 'We do not have your licence number yet. Send it to our support team, and we will add it.'
            : 'This page updates when you are approved.'}
        </span>
        {hasFailed && <span> We could not check just now. We will try again.</span>}
      </Status>
    </div>
  );
}
