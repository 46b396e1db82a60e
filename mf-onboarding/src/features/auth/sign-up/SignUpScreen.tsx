import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { Link } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { useEffect, useRef, useState } from 'react';
import { StepFrame } from '../../../StepFrame';
import { SignUpForm } from './SignUpForm';
import styles from './SignUpScreen.module.css';

export function SignUpScreen() {
  const [alert, setAlert] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // The button is at the end of a long form, the alert at its start.
  useEffect(() => {
    if (alert) place.current?.scrollIntoView?.({ block: 'center' });
  }, [alert]);
  return (
    <StepFrame
      at="Register"
      title={copy.registerAsProfessional}
      lead="It takes about two minutes. Have your licence handy if you have one."
    >
      <div ref={place}>
        {alert && (
          <Banner kind="error" onClose={() => setAlert(null)}>
            {alert}
          </Banner>
        )}
      </div>
      <SignUpForm onFailure={setAlert} />
      <p className={styles.login}>
        Already registered? <Link to={authPaths.login()}>Log in</Link>
      </p>
    </StepFrame>
  );
}
