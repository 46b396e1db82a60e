import { earningsSample } from '@portal/contracts/earnings/earnings.copy';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { Link } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { PageHeader } from '@portal/ui/PageHeader';
import { Stat } from '@portal/ui/Stat';
import styles from './EarningsSample.module.css';

/** Sample data of nobody, which says so, and leads to the live screen (ROUTE-61). */
export function EarningsSampleScreen() {
  return (
    <div className={styles.screen}>
      <PageHeader title={earningsSample.title} />
      <Banner kind="warning" actions={<Link to={earningsPaths.withdraw()}>Open My Earning</Link>}>
        {earningsSample.banner}
      </Banner>
      <div className={styles.cards}>
        {earningsSample.cards.map(({ label, value, hint }) => (
          <Stat key={label} label={label} value={value} hint={hint} />
        ))}
      </div>
    </div>
  );
}
