import type { Guard } from '@portal/contracts/_kernel/guard';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { Status } from '@portal/ui/Status';
import styles from './ThankYouScreen.module.css';
import { useApproval } from './useApproval';

/** For a guard with a session: what is awaited, read again while the page is visible. The shell moves on once nothing is left to wait for. */
export function Waiting({ guard }: { guard: Guard }) {
  const { unreachable } = useApproval();
  const needsLicence = nextStep(guard).step === 'licence';
  return (
    <div className={styles.waiting}>
      <Status>
        <strong>Waiting for approval.</strong>{' '}
        {needsLicence
          ? 'We have no licence number of yours yet. Send it to support, and we record it for you.'
          : 'This page moves on by itself as soon as you are approved.'}
        {unreachable && ' We cannot reach the portal right now; we keep trying.'}
      </Status>
    </div>
  );
}
