import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { defineModule } from '@portal/mf-kit/module';

export const module = defineModule({
  name: 'mf-onboarding',
  owner: '@portal/onboarding',
  objective: { availability: 0.995, latencyMs: 2500 },
  portal: 1,
  contracts: { auth: 1, guards: 1, media: 1, onboarding: 1, pages: 1, places: 1, specialities: 1 },
  routes: {
    [authPaths.login.pattern]: { access: 'visitor', chrome: 'public', title: 'Log in', prerender: true },
    [authPaths.signup.pattern]: { access: 'visitor', chrome: 'public', title: copy.registerAsProfessional },
    [authPaths.forgotPassword.pattern]: { access: 'visitor', chrome: 'public', title: 'Forgot password' },
    [authPaths.resetPassword.pattern]: {
      access: 'public',
      chrome: 'public',
      title: 'Reset password',
      takesMailedToken: true,
    },
    [onboardingPaths.privacy.pattern]: { access: 'flow', steps: ['privacy'], chrome: 'bare', title: 'Privacy policy' },
    [onboardingPaths.terms.pattern]: { access: 'flow', steps: ['terms'], chrome: 'bare', title: 'Terms & Conditions' },
    [onboardingPaths.agreement.pattern]: {
      access: 'flow',
      steps: ['agreement'],
      chrome: 'bare',
      title: 'Independent Contractor Agreement',
    },
    [onboardingPaths.otp.pattern]: { access: 'flow', steps: ['otp'], chrome: 'bare', title: 'Terms of Use' },
    [onboardingPaths.registration.pattern]: {
      access: 'session',
      steps: ['registration'],
      opensAfterSteps: { key: 'status', is: 'loggedin' },
      chrome: 'bare',
      chromeWhen: { key: 'status', is: 'loggedin', chrome: 'guard' },
      title: 'Registration',
      backTrap: true,
    },
    [onboardingPaths.review.pattern]: {
      access: 'session',
      chrome: 'bare',
      chromeWhen: { key: 'status', is: 'loggedin', chrome: 'guard' },
      title: 'Registration Review',
    },
    [onboardingPaths.workProfile.pattern]: {
      access: 'session',
      accessWhen: { key: 'isShow', is: 'with_out_login', access: 'flow' },
      steps: ['work-profile'],
      opensAfterSteps: true,
      chrome: 'bare',
      chromeWhen: { key: 'isShow', is: 'with_login', chrome: 'guard' },
      title: 'Work Profile',
      nav: [
        {
          slot: 'side',
          label: 'Work Profile',
          order: 20,
          to: `${onboardingPaths.workProfile.pattern.replace(':id', ':guardId')}?isShow=with_login`,
          icon: 'briefcase',
        },
      ],
    },
    [onboardingPaths.thankYou.pattern]: {
      access: 'flow',
      steps: ['licence', 'approval'],
      chrome: 'bare',
      title: thankYouCopy.title,
      backTrap: true,
      nav: [{ slot: 'top', label: 'Application status', order: 10, to: onboardingPaths.thankYou(), icon: 'check', shownAt: ['approval'] }],
    },
    [onboardingPaths.selectNavigation.pattern]: { access: 'public', chrome: 'public', title: 'Welcome' },
  },
});
