// Needs a separate jest file: it replaces the client of the API.
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { guard, guardAt } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { sweepForms } from '@portal/testing/sweepForms';
import { ForgotPasswordScreen } from './features/auth/forgotten-password/ForgotPasswordScreen';
import { ResetForm } from './features/auth/forgotten-password/ResetForm';
import { LoginForm } from './features/auth/login/LoginForm';
import { SignUpForm } from './features/auth/sign-up/SignUpForm';
import { RegistrationForm } from './features/guards/registration/RegistrationForm';
import { WorkProfileForm } from './features/guards/work-profile/WorkProfileForm';
import { OtpForm } from './features/onboarding/otp/OtpForm';

const nothing = () => undefined;
const mock = () => mockEndpoint(listSpecialities, []);

sweepForms(__dirname, {
  'features/auth/forgotten-password/ForgotPasswordScreen.tsx': () => ({ show: <ForgotPasswordScreen />, guard: null }),
  'features/auth/forgotten-password/ResetForm.tsx': () => ({
    show: <ResetForm token="token" onFailure={nothing} />,
    guard: null,
    field: 'New password',
  }),
  'features/auth/login/LoginForm.tsx': () => ({ show: <LoginForm onFailure={nothing} />, guard: null }),
  'features/auth/sign-up/SignUpForm.tsx': () => ({ show: <SignUpForm onFailure={nothing} />, guard: null }),
  'features/guards/registration/RegistrationForm.tsx': () => ({
    show: <RegistrationForm guard={guardAt.registration()} isEdit={false} />,
    mock,
  }),
  'features/guards/work-profile/WorkProfileForm.tsx': () => ({
    show: <WorkProfileForm guard={guard()} mode="with_login" />,
    mock,
    field: 'City',
  }),
  'features/onboarding/otp/OtpForm.tsx': () => ({ show: <OtpForm id={mockId(1)} onRefused={nothing} />, guard: null }),
});
