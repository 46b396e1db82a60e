import { copy } from '@portal/contracts/_kernel/copy';
import { nextStep, type OnboardingStep, stepOrder } from '@portal/contracts/onboarding/onboarding.rules';
import { hasValue, type RouteDeclaration } from '@portal/mf-kit/module';
import { loginPath } from '@portal/mf-kit/pageLayout';
import type { Portal, Session } from '@portal/mf-kit/portal';
import type { SessionCore } from '../session/session';
import type { RouteMatch, RouteTable } from './routeTable';

/** `go`: another path instead. `log-in`: the path needs a session. */
export type AccessDecision = { kind: 'open' } | { kind: 'go'; to: string } | { kind: 'log-in'; to: string };

type Target = Pick<RouteMatch, 'route' | 'params'>;

const open: AccessDecision = { kind: 'open' };
const rank = (step: OnboardingStep) => stepOrder.indexOf(step);

const accessOf = ({ access, accessWhen }: RouteDeclaration, search: URLSearchParams) =>
  accessWhen && hasValue(search, accessWhen) ? accessWhen.access : access;

/** Whether a guard at this onboarding step may open the path. The token names the guard, so another guard's id in the path closes it. */
function isReached({ route, params }: Target, search: URLSearchParams, { guardId }: Session, step: OnboardingStep): boolean {
  const { steps, opensAfterSteps } = route;
  if (params.id !== undefined && params.id !== guardId) return false;
  if (step === 'approval') return steps?.includes(step) ?? false;
  if (!steps) return true;
  if (step === 'done') return opensAfterSteps === true || (opensAfterSteps !== undefined && hasValue(search, opensAfterSteps));
  return steps.some((one) => rank(one) <= rank(step));
}

/** A guard moves on from the path of a completed step. A guard who reads an earlier step stays there. */
export const isAtStep = ({ route }: Pick<RouteMatch, 'route'>, step: OnboardingStep): boolean => route.steps?.includes(step) ?? false;

function isOpenTo(found: Target, search: URLSearchParams, session: Session | null): boolean {
  const access = accessOf(found.route, search);
  if (access === 'public') return true;
  if (!session) return access === 'visitor' || access === 'flow';
  if (access === 'visitor') return false;
  const { step } = nextStep(session.guard);
  if (access === 'guard') return step === 'done';
  if (access === 'held') return step === 'done' || step === 'approval';
  return isReached(found, search, session, step);
}

/** Decides whether a path opens in this session (SESSION-01, SESSION-24, AUTHZ-10), with the same result on click, back and reload. */
export function decideAccess(found: Target, search: URLSearchParams, session: Session | null): AccessDecision {
  if (isOpenTo(found, search, session)) return open;
  return session ? { kind: 'go', to: nextStep(session.guard).to } : { kind: 'log-in', to: loginPath };
}

export interface AccessCheckDeps {
  routes: RouteTable;
  session: Pick<SessionCore, 'current' | 'rememberReturnPath'>;
  toast: Portal['toast'];
}

/** Returns the path that an address is redirected to, or null. A missing session is explained in a toast (SESSION-03, SESSION-04). */
export function createAccessCheck({ routes, session, toast }: AccessCheckDeps) {
  return function redirectFor(to: URL): string | null {
    const found = routes.find(to.pathname);
    // The portal takes no session from an address, and leaves no token in it (JOBDETAIL-30). A mailed link's opens none (RESET-04).
    if (to.searchParams.has('token') && !found?.route.takesMailedToken) {
      to.searchParams.delete('token');
      return to.pathname + to.search + to.hash;
    }
    if (!found) return null;
    const decision = decideAccess(found, to.searchParams, session.current());
    if (decision.kind === 'open') return null;
    if (decision.kind === 'log-in') {
      session.rememberReturnPath(to.pathname + to.search + to.hash);
      toast('warning', copy.sessionMissing);
    }
    return decision.to === to.pathname + to.search ? null : decision.to;
  };
}
