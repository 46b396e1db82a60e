import { plainMobile } from '@portal/contracts/_kernel/person';
import { signupMessages, signupRules } from '@portal/contracts/auth/auth.signup';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { Form } from '@portal/forms/Form';
import { PasswordChecklist } from '@portal/forms/PasswordChecklist';
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

/** What was typed stays when it is refused: only the alert and the marks are new. */
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
  const mobile = form.bind('mobileNumber');
  const normaliseMobile = () => {
    const typed = String(form.watch('mobileNumber') ?? '');
    if (plainMobile(typed) !== typed) form.set('mobileNumber', plainMobile(typed));
  };
  return (
    <Form form={form}>
      <div className={styles.pair}>
        <TextField label="First name" autoComplete="given-name" {...form.bind('firstName')} />
        <TextField label="Middle name" optional autoComplete="additional-name" {...form.bind('middleName')} />
      </div>
      <TextField label="Last name" autoComplete="family-name" {...form.bind('lastName')} />
      <DateField label="Date of birth" autoComplete="bday" {...form.bindValue('dob')} />
      <TextField
        label="Mobile number"
        hint="10 digits, such as 4165550123"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...mobile}
        onBlur={(event) => {
          void mobile.onBlur(event);
          normaliseMobile();
        }}
      />
      <TextField label="Email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...form.bind('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...form.bind('password')} />
      <PasswordChecklist password={String(form.watch('password') ?? '')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.bind('confirmPassword')} />
      <RadioGroup
        label={signupMessages.licenceQuestion}
        hint="As a security guard. Without a licence you can register too, and begin once we have your number."
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
