import { register } from '@portal/contracts/auth/auth.endpoints';
import { agree, resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { bindOpen } from '../../platform/http/routes';
import * as agreements from './agreements.service';
import * as otp from './otp.service';
import { registerGuard } from './sign-up.service';

export const onboardingRoutes = [
  bindOpen(register, registerGuard),
  bindOpen(agree, agreements.agree),
  bindOpen(resendOtp, ({ id }, context) => otp.resend(id, context)),
  bindOpen(verifyOtp, otp.verify),
];
