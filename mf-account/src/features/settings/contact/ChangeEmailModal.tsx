import { changeEmailRules, contactLimits } from '@portal/contracts/guards/guards.contacts';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { TextField } from '@portal/ui/TextField';
import { useChangeEmail } from './contact.queries';

export function ChangeEmailModal({ onClose }: { onClose: () => void }) {
  const { send } = useChangeEmail();
  const form = useRulesForm(changeEmailRules, {
    defaults: { email: '' },
    unsaved: 'your new e-mail address',
    onSubmit: async (values) => {
      const result = await send(values);
      if (result.ok) onClose();
      return result;
    },
  });
  return (
    <FormDialog form={form} title="Change your e-mail" submit="Send the code" onClose={onClose} summary>
      <p>We send a code of {contactLimits.length} digits to the new address. Until you enter it, you log in with the one that you have.</p>
      <TextField
        label="New e-mail address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...form.bind('email')}
      />
    </FormDialog>
  );
}
