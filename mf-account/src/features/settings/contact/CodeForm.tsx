import { contactCodeRules, contactLimits } from '@portal/contracts/guards/guards.contacts';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import type { WriteResult } from '@portal/mf-kit/portal';
import { TextField } from '@portal/ui/TextField';
import styles from './Contact.module.css';

/** Accepts a code that is typed, pasted or offered by the phone. A wrong one is marked and stays. */
export function CodeForm({ onCode }: { onCode: (code: string) => Promise<WriteResult<unknown>> }) {
  const form = useRulesForm(contactCodeRules, {
    defaults: { code: '' },
    unsaved: 'your code',
    onSubmit: ({ code }) => onCode(code),
  });
  return (
    <Form form={form} summary={form.failure !== null}>
      <div className={styles.code}>
        <TextField
          label={`Code of ${contactLimits.length} digits`}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          {...form.bind('code')}
        />
        <SubmitButton form={form}>Confirm</SubmitButton>
      </div>
    </Form>
  );
}
