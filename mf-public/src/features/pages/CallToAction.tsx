import { homeCopy } from '@portal/contracts/pages/pages.copy';
import styles from './CallToAction.module.css';
import { GuardEntryLink } from './GuardEntryLink';
import { useSite } from './useSite';

/** The end of a text page: the next step for guards, and for customers. */
export function CallToAction({ title = 'Ready when you are' }: { title?: string }) {
  const { customerSite } = useSite();
  return (
    <section className={styles.band} aria-labelledby="call-to-act">
      <div className={styles.inner}>
        <div>
          <h2 id="call-to-act" className={styles.title}>
            {title}
          </h2>
          <p className={styles.text}>Guards register here. Customers have their own site.</p>
        </div>
        <div className={styles.ways}>
          <GuardEntryLink className={styles.register} />
          <a href={customerSite} className={styles.customers}>
            {homeCopy.customerSite} as a customer
          </a>
        </div>
      </div>
    </section>
  );
}
