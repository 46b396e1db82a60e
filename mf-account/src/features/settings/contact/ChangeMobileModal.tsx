import { changeMobileRules, contactLimits } from '@portal/contracts/guards/guards.contacts';
import { FormDialog } from '@portal/forms/FormDialog';
import { PhoneField } from '@portal/forms/PhoneField';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { useChangeMobile } from './contact.queries';

export function ChangeMobileModal({ onClose }: { onClose: () => void }) {
  const { send } = useChangeMobile();
  const form = useRulesForm(changeMobileRules, {
    defaults: { mobileNumber: '' },
    unsaved: 'your new mobile number',
    onSubmit: async (values) => {
      const result = await send(values);
      if (result.ok) onClose();
      return result;
    },
  });
  return (
    <FormDialog form={form} title="Change your phone" submit="Send the code" onClose={onClose} summary>
      <p>We send a code of {contactLimits.length} digits by SMS to the new number. Until you enter it, the one that you have stays.</p>
      <PhoneField label="New mobile number" {...form.bind('mobileNumber')} />
    </FormDialog>
  );
}
