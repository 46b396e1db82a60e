import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { Link } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { PageTitle } from '@portal/ui/PageTitle';
import { useState } from 'react';
import { LoginForm } from './LoginForm';
import styles from './LoginScreen.module.css';
import { ProviderButtons } from './ProviderButtons';
import { Welcome } from './Welcome';

export function LoginScreen() {
  const [alert, setAlert] = useState<{ text: string; turn: number } | null>(null);
  // A new count restarts the five seconds when the same text comes twice.
  const fail = (text: string | null) => setAlert((last) => (text === null ? null : { text, turn: (last?.turn ?? 0) + 1 }));
  return (
    <div className={styles.screen} data-bleed>
      <Welcome />
      <section className={styles.card} aria-labelledby="login-title">
        <PageTitle id="login-title" className={styles.title} title="Log in" />
        <p className={styles.lead}>Your shifts, your pay and your site, in one place.</p>
        {alert && (
          <Banner key={alert.turn} kind="error" timeoutMs={limits.bannerMs} onClose={() => setAlert(null)}>
            {alert.text}
          </Banner>
        )}
        <LoginForm onFailure={fail} />
        <ProviderButtons onFailure={fail} />
        <p className={styles.signup}>
          New here? <Link to={authPaths.signup()}>{copy.registerAsProfessional}</Link>
        </p>
      </section>
    </div>
  );
}
