import type { ReactNode } from 'react';
import { PublicFooter } from './footer/PublicFooter';
import styles from './PublicPage.module.css';
import { NewsletterStrip } from './strip/NewsletterStrip';

/** What every public page of this module ends with: the newsletter strip and the footer. `bare`: the footer alone. */
export function PublicPage({ bare, children }: { bare?: boolean; children: ReactNode }) {
  return (
    <div className={styles.page} data-bleed>
      <div>{children}</div>
      {!bare && <NewsletterStrip />}
      <PublicFooter />
    </div>
  );
}
