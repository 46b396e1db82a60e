import { authPaths } from '@portal/contracts/auth/auth.paths';
import { loginRules } from '@portal/contracts/auth/auth.rules';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { Link } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { PasswordField } from '@portal/ui/PasswordField';
import { TextField } from '@portal/ui/TextField';
import styles from './LoginScreen.module.css';
import { useLogin } from './login.queries';

/** What was typed stays when the login fails: only the alert is new. */
export function LoginForm({ onFailure }: { onFailure: (text: string | null) => void }) {
  const login = useLogin();
  const form = useRulesForm(loginRules, {
    defaults: { email: '', password: '' },
    onSubmit: async (values) => {
      onFailure(null);
      const refusal = await login(values);
      if (refusal) onFailure(refusal);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...form.bind('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind('password')} />
      <Link to={authPaths.forgotPassword()} className={styles.forgot}>
        Forgot password?
      </Link>
      <Button type="submit" busy={form.busy}>
        Log in
      </Button>
    </form>
  );
}
