import { passkeyRules } from '@portal/contracts/auth/auth.factors';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { TextField } from '@portal/ui/TextField';
import { useAddPasskey, useFactorSubmit } from './factors.queries';

/** Names a new passkey, which the browser then creates. */
export function AddPasskeyModal({ onClose }: { onClose: () => void }) {
  const form = useRulesForm(passkeyRules, {
    defaults: { label: '' },
    unsaved: 'your passkey',
    onSubmit: useFactorSubmit(useAddPasskey(), onClose),
  });
  return (
    <FormDialog form={form} title="Add a passkey" submit="Continue" onClose={onClose} summary>
      <p>Your browser will ask for your fingerprint, face, PIN or security key.</p>
      <TextField label="Name" hint="Such as My laptop" {...form.bind('label')} />
    </FormDialog>
  );
}
