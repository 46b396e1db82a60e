import { limits } from '@portal/contracts/_kernel/limits';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { otpLimits, otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { Link, useParams } from '@portal/mf-kit/router';
import { Banner, type MessageKind } from '@portal/ui/Banner';
import { useState } from 'react';
import { StepFrame } from '../../../StepFrame';
import { OtpForm } from './OtpForm';
import type { OtpRefusal } from './otp.queries';
import { ResendOtp } from './ResendOtp';

interface Shown {
  kind: MessageKind;
  text: string;
  needsLogin: boolean;
  turn: number;
}

export function OtpScreen() {
  const { id = '' } = useParams();
  const [shown, setShown] = useState<Shown | null>(null);
  const show = (kind: MessageKind, { text, needsLogin }: Pick<OtpRefusal, 'text' | 'needsLogin'>) =>
    setShown((last) => ({ kind, text, needsLogin, turn: (last?.turn ?? 0) + 1 }));
  return (
    <StepFrame
      at="Code"
      title="Terms of Use"
      lead={`We sent a code of ${otpLimits.length} digits to your e-mail and your mobile number. It is valid for ${otpLimits.minutes} minutes.`}
    >
      {shown && (
        <Banner
          key={shown.turn}
          kind={shown.kind}
          {...(!shown.needsLogin && { timeoutMs: limits.bannerMs })}
          onClose={() => setShown(null)}
        >
          <span>{shown.text}</span> {shown.needsLogin && <Link to={authPaths.login()}>Log in</Link>}
        </Banner>
      )}
      <OtpForm id={id} onRefused={(refused) => (refused ? show('error', refused) : setShown(null))} />
      <ResendOtp
        id={id}
        onSent={() => show('success', { text: otpMessages.resent, needsLogin: false })}
        onRefused={(refused) => show('error', refused)}
      />
    </StepFrame>
  );
}
