import { newsletterCopy } from '@portal/contracts/newsletter/newsletter.copy';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { newsletterRules } from '@portal/contracts/newsletter/newsletter.rules';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { Dialog } from '@portal/ui/Dialog';
import { TextField } from '@portal/ui/TextField';

export function NewsletterModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const portal = usePortal();
  const { send } = useWrite(subscribe);
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
      <Form form={form} summary={false}>
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.bind('email')} />
        <SubmitButton form={form} wide>
          {newsletterCopy.subscribe}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
