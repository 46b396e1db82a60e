import { authPaths } from '@portal/contracts/auth/auth.paths';
import { homeCopy } from '@portal/contracts/pages/pages.copy';
import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { PageTitle } from '@portal/ui/PageTitle';
import { GuardEntryLink } from '../GuardEntryLink';
import { useSite } from '../useSite';
import styles from './Hero.module.css';
import { hero } from './home.copy';
import { NightWatch } from './NightWatch';
import { JobPicture } from './Pictures';

export function Hero() {
  const { customerSite } = useSite();
  const session = useSession();
  return (
    <section className={styles.hero} aria-labelledby="home-title">
      <NightWatch />
      <div className={styles.inner}>
        <div>
          <p className={styles.audience}>{hero.audience}</p>
          <PageTitle id="home-title" className={styles.title} title={hero.title} />
          <p className={styles.lead}>{hero.lead}</p>
          <div className={styles.actions}>
            <GuardEntryLink className={styles.register} />
            {!session && (
              <Link to={authPaths.login()} className={styles.login}>
                Guard login
              </Link>
            )}
          </div>
          <p className={styles.customers}>
            Hiring guards? <a href={customerSite}>{homeCopy.customerSite}</a> on our customer site.
          </p>
        </div>
        <div className={styles.picture}>
          <JobPicture />
        </div>
      </div>
    </section>
  );
}
