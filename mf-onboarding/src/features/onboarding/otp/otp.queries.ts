import { call, isApiError } from '@portal/api-client/call';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { otpLimits, otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useEffect, useState } from 'react';

const UNKNOWN_HERE = 401;
const GONE = 410;
const TOO_MANY = 429;

export interface OtpRefusal {
  text: string;
  /** True if another browser started the registration; the guard must log in. */
  needsLogin: boolean;
  isCode: boolean;
}

/** Verifies the code. A success starts the session, and the shell opens the registration. Resolves with the refusal otherwise. */
export function useVerify(id: string): (typed: Omit<Input<typeof verifyOtp>, 'id'>) => Promise<OtpRefusal | null> {
  const { session, toast } = usePortal();
  return async (typed) => {
    try {
      const { data } = await call(verifyOtp, { ...typed, id });
      toast('success', otpMessages.verified);
      session.begin(data);
      return null;
    } catch (error) {
      if (!isApiError(error)) return { text: copy.somethingWrong, needsLogin: false, isCode: false };
      const isCode = error.code === 400 || error.code === GONE;
      const text = error.code === GONE ? `${otpMessages.invalid}. ${error.userMessage}` : isCode ? otpMessages.invalid : error.userMessage;
      return { text, needsLogin: error.code === UNKNOWN_HERE, isCode };
    }
  };
}

function useSecondsLeft() {
  const [left, setLeft] = useState<number>(otpLimits.resendSeconds);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [left, setLeft] as const;
}

/** Requests another code, with the seconds until the next request. The first code was sent just before. */
export function useResend(id: string) {
  const [secondsLeft, wait] = useSecondsLeft();
  const [busy, setBusy] = useState(false);
  async function resend(): Promise<{ sent: true } | OtpRefusal> {
    setBusy(true);
    try {
      await call(resendOtp, { id });
      wait(otpLimits.resendSeconds);
      return { sent: true };
    } catch (error) {
      if (!isApiError(error)) return { text: copy.somethingWrong, needsLogin: false, isCode: false };
      if (error.code === TOO_MANY) wait(error.retryAfter ?? otpLimits.resendSeconds);
      return { text: error.userMessage, needsLogin: error.code === UNKNOWN_HERE, isCode: false };
    } finally {
      setBusy(false);
    }
  }
  return { resend, busy, secondsLeft };
}
