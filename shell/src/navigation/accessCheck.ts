import { authPaths } from '@portal/contracts/auth/auth.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { nextStep, type Step, steps } from '@portal/contracts/onboarding/onboarding.rules';
import type { Access } from '@portal/mf-kit/module';
import type { Session } from '@portal/mf-kit/portal';
import type { RouteMatch } from './routeTable';

/** `go`: another path instead. `log-in`: there is no session where one is needed. */
export type AccessDecision = { kind: 'open' } | { kind: 'go'; to: string } | { kind: 'log-in'; to: string };

const open: AccessDecision = { kind: 'open' };
const rank = (step: Step) => steps.findIndex((one) => one.step === step);
/** The latest step that a path stands for; /thankYou is both the first and the last. */
const stepsAt = (pattern: string) => steps.filter((one) => one.pattern === pattern).map(({ step }) => step);

/** /work-profile is an onboarding step until it is opened from the menu (SESSION-24). */
function accessOf({ pattern, route }: RouteMatch, search: URLSearchParams): Access {
  if (pattern !== onboardingPaths.workProfile.pattern) return route.access;
  return search.get('isShow') === 'with_out_login' ? 'flow' : 'session';
}

/** Steps up to the guard's own are open; another guard's id in the path never is: the token decides. */
function decideByStep(found: RouteMatch, search: URLSearchParams, session: Session): AccessDecision {
  const next = nextStep(session.guard);
  const elsewhere: AccessDecision = { kind: 'go', to: next.to };
  const here = stepsAt(found.pattern);
  const isHolding = found.pattern === onboardingPaths.thankYou.pattern;
  const isWorkProfile = found.pattern === onboardingPaths.workProfile.pattern;
  // Opened from the employers to be changed (REG-13).
  const isChange = found.pattern === onboardingPaths.registration.pattern && search.get('status') === 'loggedin';
  if (found.params.id !== undefined && found.params.id !== session.guardId) return elsewhere;
  // With nothing left to do only what can be changed later is still of use; who waits for approval has no step to go back to.
  if (next.step === 'done') return here.length === 0 || isWorkProfile || isChange ? open : elsewhere;
  if (next.step === 'approval') return isHolding ? open : elsewhere;
  const isReached = here.length === 0 || here.some((step) => rank(step) <= rank(next.step));
  return isReached ? open : elsewhere;
}

/** Whether a path is the one of this step: there a guard moves on when it is done. Who reads an earlier one meanwhile is let read. */
export const isAtStep = (pattern: string, step: Step): boolean => stepsAt(pattern).includes(step);

function withSession(access: Access, found: RouteMatch, search: URLSearchParams, session: Session): AccessDecision {
  const next = nextStep(session.guard);
  const elsewhere: AccessDecision = { kind: 'go', to: next.to };
  switch (access) {
    case 'public':
      return open;
    case 'visitor':
      return elsewhere;
    case 'flow':
    case 'session':
      return decideByStep(found, search, session);
    case 'held':
      return next.step === 'done' || next.step === 'approval' ? open : elsewhere;
    case 'guard':
      return next.step === 'done' ? open : elsewhere;
  }
}

/** Decides whether a path opens for whoever asks (SESSION-01, SESSION-24, AUTHZ-10). Pure: the same answer on click, back and reload. */
export function decideAccess(found: RouteMatch, search: URLSearchParams, session: Session | null): AccessDecision {
  const access = accessOf(found, search);
  if (session) return withSession(access, found, search, session);
  const needsNone = access === 'public' || access === 'visitor' || access === 'flow';
  return needsNone ? open : { kind: 'log-in', to: authPaths.login() };
}
