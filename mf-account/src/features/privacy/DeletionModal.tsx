import { deletionRules, privacyLimits } from '@portal/contracts/privacy/privacy.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { PasswordField } from '@portal/ui/PasswordField';
import { Status } from '@portal/ui/Status';
import { useAskForDeletion } from './privacy.queries';

/** Asks to delete the account; the password is asked again. Open while it is rendered. */
export function DeletionModal({ onClose }: { onClose(): void }) {
  const { ask, notSent } = useAskForDeletion();
  const form = useRulesForm(deletionRules, {
    defaults: { password: '' },
    unsaved: 'your deletion request',
    onSubmit: async ({ password }) => {
      const result = await ask(password);
      if (result.ok) onClose();
      return result;
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Delete my account" submit="Ask for the deletion" danger>
      <p>Nothing is deleted today. You can take this back for {privacyLimits.takeBackDays} days.</p>
      <PasswordField label="Password" {...form.bind('password')} />
      <Status tone="danger">{notSent}</Status>
    </FormDialog>
  );
}
