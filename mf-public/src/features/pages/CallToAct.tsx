import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { homeCopy } from '@portal/contracts/pages/pages.copy';
import { Link } from '@portal/mf-kit/router';
import styles from './CallToAct.module.css';
import { useSite } from './useSite';

/** What a page of text ends with: the way on for guards, and for customers. */
export function CallToAct({ title = 'Ready when you are' }: { title?: string }) {
  const { customerSite } = useSite();
  return (
    <section className={styles.band} aria-labelledby="call-to-act">
      <div className={styles.inner}>
        <div>
          <h2 id="call-to-act" className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>Guards register here. Customers have a site of their own.</p>
        </div>
        <div className={styles.ways}>
          <Link to={authPaths.signup()} className={styles.register}>
            {copy.registerAsProfessional}
          </Link>
          <a href={customerSite} className={styles.customers}>
            {homeCopy.customerSite} as a customer
          </a>
        </div>
      </div>
    </section>
  );
}
