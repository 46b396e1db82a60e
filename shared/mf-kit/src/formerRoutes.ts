import { authPaths } from '@portal/contracts/auth/auth.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import type { RouteDeclaration } from './module';

type Added = 'accessWhen' | 'steps' | 'opensAfterSteps' | 'takesMailedToken';

/**
 * These fields are missing in the routes of a module version that was built before they existed, and a rollback can bring one back.
 * Delete this file when no such version can become active.
 */
export const formerRoutes: Readonly<Record<string, Pick<RouteDeclaration, Added>>> = {
  [authPaths.resetPassword.pattern]: { takesMailedToken: true },
  [onboardingPaths.privacy.pattern]: { steps: ['privacy'] },
  [onboardingPaths.terms.pattern]: { steps: ['terms'] },
  [onboardingPaths.agreement.pattern]: { steps: ['agreement'] },
  [onboardingPaths.otp.pattern]: { steps: ['otp'] },
  [onboardingPaths.registration.pattern]: { steps: ['registration'], opensAfterSteps: { key: 'status', is: 'loggedin' } },
  [onboardingPaths.workProfile.pattern]: {
    accessWhen: { key: 'isShow', is: 'with_out_login', access: 'flow' },
    steps: ['work-profile'],
    opensAfterSteps: true,
  },
  [onboardingPaths.thankYou.pattern]: { steps: ['licence', 'approval'] },
};

/** The routes of a module, with the fields that its version is too old to declare. */
export function withFormerFields(routes: Record<string, RouteDeclaration>): Record<string, RouteDeclaration> {
  if (Object.values(routes).some(({ steps }) => steps)) return routes;
  return Object.fromEntries(Object.entries(routes).map(([pattern, route]) => [pattern, { ...formerRoutes[pattern], ...route }]));
}
