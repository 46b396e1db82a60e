import { authPaths } from '@portal/contracts/auth/auth.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

/** The chunk names match module.ts, so that the HTML of a path can preload its screen. */
export const sitemap: RouteMap<keyof typeof module.routes> = {
  [authPaths.login.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "login" */ './features/auth/login/LoginScreen').then((file) => file.LoginScreen),
  ),
  [authPaths.signup.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "sign-up" */ './features/auth/sign-up/SignUpScreen').then((file) => file.SignUpScreen),
  ),
  [authPaths.forgotPassword.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "forgot-password" */ './features/auth/forgotten-password/ForgotPasswordScreen').then(
      (file) => file.ForgotPasswordScreen,
    ),
  ),
  [authPaths.resetPassword.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "reset-password" */ './features/auth/forgotten-password/ResetPasswordScreen').then(
      (file) => file.ResetPasswordScreen,
    ),
  ),
  [onboardingPaths.privacy.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "agreements" */ './features/onboarding/agreements/AgreementScreens').then((file) => file.PrivacyScreen),
  ),
  [onboardingPaths.terms.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "agreements" */ './features/onboarding/agreements/AgreementScreens').then((file) => file.TermsScreen),
  ),
  [onboardingPaths.agreement.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "agreements" */ './features/onboarding/agreements/AgreementScreens').then((file) => file.ContractorScreen),
  ),
  [onboardingPaths.otp.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "otp" */ './features/onboarding/otp/OtpScreen').then((file) => file.OtpScreen),
  ),
  [onboardingPaths.registration.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "registration" */ './features/guards/registration/RegistrationScreen').then(
      (file) => file.RegistrationScreen,
    ),
  ),
  [onboardingPaths.review.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "review" */ './features/guards/review/ReviewScreen').then((file) => file.ReviewScreen),
  ),
  [onboardingPaths.workProfile.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "work-profile" */ './features/guards/work-profile/WorkProfileScreen').then(
      (file) => file.WorkProfileScreen,
    ),
  ),
  [onboardingPaths.thankYou.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "thank-you" */ './features/onboarding/thank-you/ThankYouScreen').then((file) => file.ThankYouScreen),
  ),
  [onboardingPaths.selectNavigation.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "select-navigation" */ './features/onboarding/select-navigation/SelectNavigationScreen').then(
      (file) => file.SelectNavigationScreen,
    ),
  ),
};

export const Screens = defineRoutes(sitemap);
