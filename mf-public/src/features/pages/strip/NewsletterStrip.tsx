import { newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { part } from '@portal/mf-kit/part';
import { Button } from '@portal/ui/Button';
import { useState } from 'react';
import styles from './NewsletterStrip.module.css';

const NewsletterModal = part(
  () => import(/* webpackChunkName: "newsletter" */ '../../newsletter/NewsletterModal').then((file) => file.NewsletterModal),
  { failed: 'The form could not be loaded' },
);

/** The modal with its form and rules is fetched when somebody wants it. */
export function NewsletterStrip() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.strip} aria-label="Newsletter">
      <div className={styles.inner}>
        <p className={styles.text}>{newsletterCopy.strip}</p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {newsletterCopy.subscribe}
        </Button>
      </div>
      {isOpen && <NewsletterModal onClose={() => setOpen(false)} />}
    </section>
  );
}
