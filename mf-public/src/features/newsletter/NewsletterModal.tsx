import { newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { newsletterRules } from '@portal/contracts/newsletter/newsletter.rules';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { TextField } from '@portal/ui/TextField';
import styles from './NewsletterModal.module.css';

export function NewsletterModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const portal = usePortal();
  const { send, busy } = useWrite(subscribe);
  const form = useRulesForm(newsletterRules, {
    defaults: { email: '' },
    onSubmit: async (values) => {
      const result = await send(values);
      if (!result.ok) return portal.toast('error', result.error.userMessage);
      portal.toast('success', result.message);
      form.reset();
      onClose();
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title={newsletterCopy.join}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...form.bind('email')} />
        <Button type="submit" busy={busy}>
          {newsletterCopy.subscribe}
        </Button>
      </form>
    </Dialog>
  );
}
