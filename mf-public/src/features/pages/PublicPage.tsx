import type { ReactNode } from 'react';
import { PublicFooter } from './footer/PublicFooter';
import styles from './PublicPage.module.css';
import { NewsletterStrip } from './strip/NewsletterStrip';

/** Adds the newsletter strip and the footer to a page; `bare` adds the footer only. */
export function PublicPage({ bare, children }: { bare?: boolean; children: ReactNode }) {
  return (
    <div className={styles.page} data-bleed>
      <div>{children}</div>
      {!bare && <NewsletterStrip />}
      <PublicFooter />
    </div>
  );
}
