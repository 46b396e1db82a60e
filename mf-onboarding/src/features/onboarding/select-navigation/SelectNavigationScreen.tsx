import { guardsEntrance } from '@portal/contracts/onboarding/onboarding.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Link, useParams } from '@portal/mf-kit/router';
import { Card, cardLink } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { PageTitle } from '@portal/ui/PageTitle';
import styles from './SelectNavigationScreen.module.css';

/** A choice for new visitors: guards continue here, customers have their own site. */
export function SelectNavigationScreen() {
  const { name = '' } = useParams();
  const { customerSite } = usePortal().config;
  return (
    <section className={styles.screen} aria-labelledby="choice-title">
      <PageTitle id="choice-title" className={styles.title} title="Guard or customer?" />
      <ul className={styles.choices}>
        <Card as="li" interactive className={styles.choice}>
          <Icon name="shield" size={32} />
          <h2 className={styles.name}>
            <Link to={guardsEntrance({ name })} className={cardLink}>
              Guards
            </Link>
          </h2>
          <p className={styles.text}>I work as a security guard.</p>
        </Card>
        <Card as="li" interactive className={styles.choice}>
          <Icon name="briefcase" size={32} />
          <h2 className={styles.name}>
            <a href={customerSite} className={cardLink}>
              Customers
            </a>
          </h2>
          <p className={styles.text}>I need guards for my site. This opens our customer site.</p>
        </Card>
      </ul>
    </section>
  );
}
