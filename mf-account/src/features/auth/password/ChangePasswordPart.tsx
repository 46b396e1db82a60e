import { changePasswordParts, changePasswordRules } from '@portal/contracts/auth/auth.change-password';
import { Form } from '@portal/forms/Form';
import { PasswordChecklist } from '@portal/forms/PasswordChecklist';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { PasswordField } from '@portal/ui/PasswordField';
import { useChangePassword } from './password.queries';

/** Change Password: the current password, and the new one twice. No draft stores them. */
export function ChangePasswordPart() {
  const change = useChangePassword();
  const form = useRulesForm(changePasswordRules, {
    defaults: { oldPassword: '', password: '', confirmPassword: '' },
    unsaved: 'your new password',
    labels: { oldPassword: 'Old password', password: 'New password', confirmPassword: 'Confirm password' },
    onSubmit: ({ oldPassword, password }) => change({ oldPassword, password }),
  });
  return (
    <Form form={form}>
      <PasswordField label="Old password" {...form.bind('oldPassword')} />
      <PasswordField label="New password" autoComplete="new-password" {...form.bind('password')} />
      <PasswordChecklist password={String(form.watch('password') ?? '')} parts={changePasswordParts} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.bind('confirmPassword')} />
      <p>You will log in again with the new password on this and every other device.</p>
      <SubmitButton form={form}>Change password</SubmitButton>
    </Form>
  );
}
