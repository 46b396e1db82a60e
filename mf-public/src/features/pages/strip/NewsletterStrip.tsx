import { newsletterConsent, newsletterCopy, subscribeId } from '@portal/contracts/newsletter/newsletter.copy';
import { Honeypot } from '@portal/forms/Honeypot';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { usePostResult } from '@portal/mf-kit/PageInputContext';
import { FORM_FIELD, formId } from '@portal/mf-kit/pageInput';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { TextField } from '@portal/ui/TextField';
import { useIsHydrated } from '@portal/ui/useIsHydrated';
import { useState } from 'react';
import styles from './NewsletterStrip.module.css';

const NewsletterModal = lazyPart(
  () => import(/* webpackChunkName: "newsletter" */ '../../newsletter/NewsletterModal').then((file) => file.NewsletterModal),
  { failed: 'The form could not be loaded' },
);

/** The form of a page without JavaScript, where no button can open the modal. With scripts it is hidden, then removed. */
function PlainForm() {
  const posted = usePostResult(subscribeId);
  const refused = posted?.ok === false ? posted : null;
  const error = refused?.errors.email ?? refused?.message;
  return (
    <form method="post" action={`#${formId(subscribeId)}`} noValidate className={styles.form}>
      <input type="hidden" name={FORM_FIELD} value={subscribeId} />
      {posted?.ok && <Banner kind="success">{posted.message}</Banner>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        hint={newsletterConsent.text}
        error={error}
        defaultValue={[refused?.values.email ?? ''].flat()[0]}
      />
      <Honeypot />
      <Button type="submit" variant="secondary">
        {newsletterCopy.subscribe}
      </Button>
    </form>
  );
}

/** The code of the modal is loaded when a visitor opens it. */
export function NewsletterStrip() {
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useIsHydrated();
  return (
    <section className={styles.strip} id={formId(subscribeId)} aria-label="Newsletter">
      <div className={styles.inner}>
        <p className={styles.text}>{newsletterCopy.strip}</p>
        <div className={styles.opens}>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {newsletterCopy.subscribe}
          </Button>
        </div>
        {!isHydrated && <PlainForm />}
      </div>
      {isOpen && <NewsletterModal onClose={() => setOpen(false)} />}
    </section>
  );
}
