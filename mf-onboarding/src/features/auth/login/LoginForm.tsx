import { authPaths } from '@portal/contracts/auth/auth.paths';
import { loginRules } from '@portal/contracts/auth/auth.rules';
import { Form } from '@portal/forms/Form';
import { SubmitButton } from '@portal/forms/SubmitButton';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Link } from '@portal/mf-kit/router';
import { PasswordField } from '@portal/ui/PasswordField';
import { TextField } from '@portal/ui/TextField';
import styles from './LoginScreen.module.css';
import { useLogin } from './login.queries';

/** A failed login keeps the input; only the alert is new. */
export function LoginForm({ onFailure }: { onFailure: (text: string | null) => void }) {
  const login = useLogin();
  const form = useRulesForm(loginRules, {
    defaults: { email: '', password: '' },
    unsaved: 'your log-in',
    onSubmit: async (values) => {
      onFailure(null);
      const refusal = await login(values);
      if (refusal) onFailure(refusal);
      return { ok: refusal === null };
    },
  });
  return (
    <Form form={form} summary={false}>
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" {...form.bind('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind('password')} />
      <Link to={authPaths.forgotPassword()} className={styles.forgot}>
        Forgot password?
      </Link>
      <SubmitButton form={form} wide>
        Log in
      </SubmitButton>
    </Form>
  );
}
