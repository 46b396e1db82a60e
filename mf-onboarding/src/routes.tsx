import { authPaths } from '@portal/contracts/auth/auth.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

export const sitemap: RouteMap<keyof typeof module.routes> = {
  [authPaths.login.pattern]: lazyScreen(() => import('./features/auth/login/LoginScreen').then((file) => file.LoginScreen)),
  [authPaths.signup.pattern]: lazyScreen(() => import('./features/auth/sign-up/SignUpScreen').then((file) => file.SignUpScreen)),
  [authPaths.forgotPassword.pattern]: lazyScreen(() =>
    import('./features/auth/forgotten-password/ForgotPasswordScreen').then((file) => file.ForgotPasswordScreen),
  ),
  [authPaths.resetPassword.pattern]: lazyScreen(() =>
    import('./features/auth/forgotten-password/ResetPasswordScreen').then((file) => file.ResetPasswordScreen),
  ),
  [onboardingPaths.privacy.pattern]: lazyScreen(() =>
    import('./features/onboarding/agreements/AgreementScreens').then((file) => file.PrivacyScreen),
  ),
  [onboardingPaths.terms.pattern]: lazyScreen(() =>
    import('./features/onboarding/agreements/AgreementScreens').then((file) => file.TermsScreen),
  ),
  [onboardingPaths.agreement.pattern]: lazyScreen(() =>
    import('./features/onboarding/agreements/AgreementScreens').then((file) => file.ContractorScreen),
  ),
  [onboardingPaths.otp.pattern]: lazyScreen(() => import('./features/onboarding/otp/OtpScreen').then((file) => file.OtpScreen)),
  [onboardingPaths.registration.pattern]: lazyScreen(() =>
    import('./features/guards/registration/RegistrationScreen').then((file) => file.RegistrationScreen),
  ),
  [onboardingPaths.review.pattern]: lazyScreen(() => import('./features/guards/review/ReviewScreen').then((file) => file.ReviewScreen)),
  [onboardingPaths.workProfile.pattern]: lazyScreen(() =>
    import('./features/guards/work-profile/WorkProfileScreen').then((file) => file.WorkProfileScreen),
  ),
  [onboardingPaths.thankYou.pattern]: lazyScreen(() =>
    import('./features/onboarding/thank-you/ThankYouScreen').then((file) => file.ThankYouScreen),
  ),
  [onboardingPaths.selectNavigation.pattern]: lazyScreen(() =>
    import('./features/onboarding/select-navigation/SelectNavigationScreen').then((file) => file.SelectNavigationScreen),
  ),
};

export const Screens = defineRoutes(sitemap);
