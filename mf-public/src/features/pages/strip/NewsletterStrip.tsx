import { newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { Button } from '@portal/ui/Button';
import { lazy, Suspense, useState } from 'react';
import styles from './NewsletterStrip.module.css';

const NewsletterModal = lazy(() =>
  import(/* webpackChunkName: "newsletter" */ '../../newsletter/NewsletterModal').then(({ NewsletterModal: Modal }) => ({
    default: Modal,
  })),
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
      {isOpen && (
        <Suspense fallback={null}>
          <NewsletterModal onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
