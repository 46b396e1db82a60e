import { resetAlertMs, resetLimits, resetMessages, resetRules } from '@portal/contracts/auth/auth.reset';
import { Form } from '@portal/forms/Form';
import { PasswordChecklist } from '@portal/forms/PasswordChecklist';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { PasswordField } from '@portal/ui/PasswordField';
import { useReset, useReturnToLogin } from './forgotten-password.queries';
import type { ResetAlert } from './ResetFrame';
import styles from './ResetFrame.module.css';

export interface ResetFormProps {
  /** The token of the mailed link. */
  token: string;
  /** Called with null when a new try starts. */
  onFailure: (alert: ResetAlert | null) => void;
}

export function ResetForm({ token, onFailure }: ResetFormProps) {
  const reset = useReset();
  const { isLeaving, leaveWithMessage } = useReturnToLogin(resetLimits.toLoginAfterResetMs);
  const form = useRulesForm(resetRules, {
    defaults: { password: '', confirmPassword: '' },
    unsaved: 'your new password',
    onSubmit: async ({ password }) => {
      if (isLeaving) return { ok: true };
      onFailure(null);
      const outcome = await reset.send({ token, password: password ?? '' });
      if (outcome.ok) leaveWithMessage(outcome.message);
      else if (!outcome.error.fields.password) {
        const { code, userMessage } = outcome.error;
        onFailure({ text: userMessage, forMs: resetAlertMs(code) });
      }
      return outcome;
    },
  });
  const typed = String(form.watch('password') ?? '');
  const isMatch = typed !== '' && form.watch('confirmPassword') === typed;
  return (
    <Form form={form} summary={false}>
      <PasswordField label="New password" hint={resetMessages.hint} autoComplete="new-password" {...form.bind('password')} />
      <PasswordChecklist password={typed} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.bind('confirmPassword')} />
      <p role="status" className={styles.match}>
        {isMatch && resetMessages.match}
      </p>
      <SubmitButton form={{ busy: form.busy || isLeaving }} wide>
        Change password
      </SubmitButton>
    </Form>
  );
}
