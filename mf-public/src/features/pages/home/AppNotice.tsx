import { homeCopy } from '@portal/contracts/pages/pages.copy';
import sections from '../section.module.css';
import styles from './AppNotice.module.css';

export function AppNotice() {
  return (
    <section className={sections.section} aria-labelledby="home-app">
      <div className={styles.notice}>
        <svg className={styles.phone} viewBox="0 0 60 100" aria-hidden="true">
          <rect x="4" y="3" width="52" height="94" rx="9" />
          <path d="M24 9h12M16 30h28M16 40h20M16 58h28v14H16z" />
        </svg>
        <div>
          <h2 id="home-app" className={styles.title}>
            {homeCopy.appComingSoon}
          </h2>
          <p className={styles.text}>
            {homeCopy.goesLive} {homeCopy.approvedBefore} Until then, everything works in your phone’s browser: nothing to install.
          </p>
        </div>
      </div>
    </section>
  );
}
