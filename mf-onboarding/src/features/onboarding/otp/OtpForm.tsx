import { isIncomplete, otpMessages, otpRules } from '@portal/contracts/onboarding/onboarding.otp';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Checkbox } from '@portal/ui/Checkbox';
import { TextField } from '@portal/ui/TextField';
import type { SyntheticEvent } from 'react';
import styles from './OtpScreen.module.css';
import { type OtpRefusal, useVerify } from './otp.queries';

const empty = { isSubmitAllDocument: false, isIndividualDocument: false, isPromotional: false, otp: '' };

export function OtpForm({ id, onRefused }: { id: string; onRefused: (refused: OtpRefusal | null) => void }) {
  const verify = useVerify(id);
  const form = useRulesForm(otpRules, {
    defaults: empty,
    unsaved: 'your code',
    onSubmit: async (values) => {
      const refused = await verify(values);
      onRefused(refused);
      if (!refused) return { ok: true };
      return { ok: false, error: { userMessage: '', fields: refused.isCode ? { otp: otpMessages.invalid } : {} } };
    },
  });
  const typed = () => Object.fromEntries(Object.keys(empty).map((name) => [name, form.watch(name as keyof typeof empty)]));
  const submit = async (event?: SyntheticEvent) => {
    if (!form.busy) onRefused(isIncomplete(typed()) ? { text: otpMessages.terms, needsLogin: false, isCode: false } : null);
    await form.submit(event);
  };
  return (
    <Form form={{ ...form, submit }} summary={false}>
      <fieldset className={styles.boxes}>
        <legend className={styles.legend}>Please confirm</legend>
        <Checkbox label={otpMessages.submitAll} {...form.bind('isSubmitAllDocument')} />
        <Checkbox label={otpMessages.individual} {...form.bind('isIndividualDocument')} />
        <Checkbox label={`${otpMessages.promotional} (optional)`} {...form.bind('isPromotional')} />
      </fieldset>
      <TextField
        label="One-time code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        className={styles.code}
        {...form.bind('otp')}
      />
      <SubmitButton form={form} wide>
        Continue
      </SubmitButton>
    </Form>
  );
}
