import { otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { Button } from '@portal/ui/Button';
import styles from './OtpScreen.module.css';
import { type OtpRefusal, useResend } from './otp.queries';

interface ResendOtpProps {
  id: string;
  onSent: () => void;
  onRefused: (refused: OtpRefusal) => void;
}

/** While the wait runs, the button shows the remaining seconds. */
export function ResendOtp({ id, onSent, onRefused }: ResendOtpProps) {
  const { resend, busy, secondsLeft } = useResend(id);
  async function ask() {
    const outcome = await resend();
    if ('sent' in outcome) onSent();
    else onRefused(outcome);
  }
  return (
    <div className={styles.resend}>
      <Button variant="secondary" wide busy={busy} disabled={secondsLeft > 0} onClick={() => void ask()} aria-describedby="resend-wait">
        {otpMessages.resend}
      </Button>
      <p id="resend-wait" className={styles.wait}>
        {secondsLeft > 0 ? `No code yet? You can request a new one in ${secondsLeft} s.` : 'No code yet? Request a new one.'}
      </p>
    </div>
  );
}
