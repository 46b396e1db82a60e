import { signupMessages, signupRules } from '@portal/contracts/auth/auth.signup';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { Form } from '@portal/forms/Form';
import { NameField } from '@portal/forms/NameField';
import { PasswordChecklist } from '@portal/forms/PasswordChecklist';
import { PhoneField } from '@portal/forms/PhoneField';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { DateField } from '@portal/ui/DateField';
import { PasswordField } from '@portal/ui/PasswordField';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { TextField } from '@portal/ui/TextField';
import { useMemo } from 'react';
import styles from './SignUpScreen.module.css';
import { useSignUp } from './sign-up.queries';

const empty = {
  firstName: '',
  middleName: '',
  lastName: '',
  dob: '',
  mobileNumber: '',
  email: '',
  password: '',
  confirmPassword: '',
  isLicense: '',
  licenseNumber: '',
};
const answers = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** A refusal keeps the input; only the alert and the marks are new. */
export function SignUpForm({ onFailure }: { onFailure: (text: string | null) => void }) {
  const portal = usePortal();
  const signUp = useSignUp();
  const rules = useMemo(() => signupRules(portal), [portal]);
  const form = useRulesForm(rules, {
    defaults: empty,
    unsaved: 'your registration',
    onSubmit: async ({ confirmPassword: _, ...typed }) => {
      onFailure(null);
      const outcome = await signUp(typed);
      if (!('id' in outcome)) {
        onFailure(outcome.refusal);
        return { ok: false, error: { userMessage: '', fields: outcome.fields } };
      }
      portal.navigate(typed.isLicense ? onboardingPaths.privacy(outcome) : onboardingPaths.thankYou({ isLicense: '' }), { replace: true });
      return { ok: true };
    },
  });
  return (
    <Form form={form}>
      <div className={styles.pair}>
        <NameField part="first" {...form.bind('firstName')} />
        <NameField part="middle" optional {...form.bind('middleName')} />
      </div>
      <NameField part="last" {...form.bind('lastName')} />
      <DateField label="Date of birth" autoComplete="bday" {...form.bindValue('dob')} />
      <PhoneField label="Mobile number" {...form.bind('mobileNumber')} />
      <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.bind('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...form.bind('password')} />
      <PasswordChecklist password={String(form.watch('password') ?? '')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.bind('confirmPassword')} />
      <RadioGroup
        label={signupMessages.licenceQuestion}
        hint="As a security guard. You can register without a licence, and start once we have your licence number."
        inline
        options={answers}
        {...form.bindValue('isLicense')}
      />
      {form.watch('isLicense') === 'true' && (
        <TextField
          label="Security guard licence number"
          hint="6 to 10 digits, as on your licence card"
          inputMode="numeric"
          autoComplete="off"
          {...form.bind('licenseNumber')}
        />
      )}
      <SubmitButton form={form} wide>
        Register
      </SubmitButton>
    </Form>
  );
}
