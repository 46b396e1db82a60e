import { copy } from '@portal/contracts/_kernel/copy';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { buttonClass } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { PageTitle } from '@portal/ui/PageTitle';
import styles from './NotAvailable.module.css';
import { Link } from './router';
import { useSession } from './useSession';

/** The screen of a declared path that is not built yet (`built: false` in module.ts), with a link back. */
export function NotAvailable() {
  const session = useSession();
  return (
    <section className={styles.page}>
      <span className={styles.picture}>
        <Icon name="clock" size={40} />
      </span>
      <PageTitle title={copy.notAvailable} />
      <p>We are still building it. Everything else in the portal works.</p>
      <Link className={buttonClass('primary')} to={session ? nextStep(session.guard).to : pagesPaths.home()}>
        {session ? 'Back to your jobs' : 'Back to the home page'}
      </Link>
    </section>
  );
}
