import { NotAvailable } from '@portal/mf-kit/NotAvailable';
import { PublicPage } from './PublicPage';
import styles from './PublicPage.module.css';

export function NotBuilt() {
  return (
    <PublicPage>
      <div className={styles.plain}>
        <NotAvailable />
      </div>
    </PublicPage>
  );
}
