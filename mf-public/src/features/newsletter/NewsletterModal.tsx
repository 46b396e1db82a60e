import { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import { newsletterConsent, newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { newsletterRules } from '@portal/contracts/newsletter/newsletter.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { Honeypot } from '@portal/forms/Honeypot';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { TextField } from '@portal/ui/TextField';
import { useVisitorWrite } from '../enquiries/visitor.queries';
import styles from './NewsletterModal.module.css';

export function NewsletterModal({ onClose }: { onClose: () => void }) {
  const send = useVisitorWrite(subscribe);
  const form = useRulesForm(newsletterRules, {
    defaults: { email: '', [HONEYPOT]: '' },
    unsaved: 'your e-mail address',
    onSubmit: async (values) => {
      const result = await send(values);
      if (result.ok) onClose();
      return result;
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={newsletterCopy.join} submit={newsletterCopy.subscribe}>
      <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.bind('email')} />
      <Honeypot {...form.bind(HONEYPOT)} />
      <p className={styles.consent}>{newsletterConsent.text}</p>
    </FormDialog>
  );
}
