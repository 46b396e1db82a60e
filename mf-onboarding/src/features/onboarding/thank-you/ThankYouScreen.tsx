import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { buttonClass } from '@portal/ui/Button';
import { PageTitle } from '@portal/ui/PageTitle';
import { ApprovalStatus } from './ApprovalStatus';
import { Steps } from './Steps';
import styles from './ThankYouScreen.module.css';

/** The page after registering. The query's isLicense has no effect (THANKYOU-02); a guard with a session also sees the approval status. */
export function ThankYouScreen() {
  const { config } = usePortal();
  const session = useSession();
  return (
    <section className={styles.screen} aria-labelledby="thank-you-title">
      <svg className={styles.seal} viewBox="0 0 96 96" aria-hidden="true">
        <path className={styles.shield} d="M48 6 14 18v26c0 22 14 37 34 46 20-9 34-24 34-46V18L48 6Z" />
        <path className={styles.tick} d="m32 48 12 12 22-26" />
      </svg>
      <PageTitle id="thank-you-title" className={styles.title} title={thankYouCopy.title} />
      <p className={styles.lead}>
        {thankYouCopy.verification} {thankYouCopy.before} {thankYouCopy.wait}
      </p>
      {session && <ApprovalStatus guard={session.guard} />}
      <Steps hasSession={session !== null} />
      <p className={styles.support}>
        Questions? Write to <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>.
      </p>
      <div className={styles.actions}>
        <Link to={pagesPaths.home()} className={buttonClass('primary')}>
          {thankYouCopy.backToHome}
        </Link>
      </div>
    </section>
  );
}
