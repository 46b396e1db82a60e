import { register } from '@portal/contracts/auth/auth.endpoints';
import { agree, resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { bindOpen } from '../../platform/http/http-binding';
import * as agreements from './agreements.service';
import * as otp from './otp.service';
import { registerGuard } from './registering.service';

export const onboardingRoutes = [
  bindOpen(register, registerGuard),
  bindOpen(agree, agreements.agree),
  bindOpen(resendOtp, ({ id }, visit) => otp.resend(id, visit)),
  bindOpen(verifyOtp, otp.verify),
];
