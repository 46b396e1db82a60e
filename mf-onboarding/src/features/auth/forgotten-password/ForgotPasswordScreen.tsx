import { limits } from '@portal/contracts/_kernel/limits';
import { forgotRules, resetLimits } from '@portal/contracts/auth/auth.reset';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { TextField } from '@portal/ui/TextField';
import { useAskForReset, useReturnToLogin } from './forgotten-password.queries';
import { ResetFrame, useAlert } from './ResetFrame';

export function ForgotPasswordScreen() {
  const ask = useAskForReset();
  const alert = useAlert();
  const { isLeaving, leaveWithMessage } = useReturnToLogin(resetLimits.toLoginAfterAskingMs);
  const form = useRulesForm(forgotRules, {
    defaults: { email: '' },
    unsaved: 'your e-mail address',
    onSubmit: async (typed) => {
      if (isLeaving) return { ok: true };
      alert.hide();
      const outcome = await ask.send(typed);
      if (outcome.ok) leaveWithMessage(outcome.message);
      else if (!outcome.error.fields.email) alert.show({ text: outcome.error.userMessage, forMs: limits.bannerMs });
      return outcome;
    },
  });
  return (
    <ResetFrame
      title="Forgot your password?"
      lead="Enter your e-mail, and we will send you a link to choose a new password."
      alert={alert.banner}
    >
      <Form form={form} summary={false}>
        <TextField label="Email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" {...form.bind('email')} />
        <SubmitButton form={{ busy: form.busy || isLeaving }} wide>
          Send me a link
        </SubmitButton>
      </Form>
    </ResetFrame>
  );
}
