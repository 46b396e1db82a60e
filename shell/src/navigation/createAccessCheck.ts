import { copy } from '@portal/contracts/_kernel/copy';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import type { Portal } from '@portal/mf-kit/portal';
import type { SessionCore } from '../session/session';
import { decideAccess } from './accessCheck';
import type { RouteTable } from './routeTable';

export interface AccessCheckDeps {
  routes: RouteTable;
  session: Pick<SessionCore, 'current' | 'rememberReturnPath'>;
  toast: Portal['toast'];
}

/** Applies the route guard to an address: where to go instead, or null. Says why when a session is missing (SESSION-03, SESSION-04). */
export function createAccessCheck({ routes, session, toast }: AccessCheckDeps) {
  return function admit(to: URL): string | null {
    // A token in an address is never taken, and does not stay in it (JOBDETAIL-30). A mailed link's is no session's (RESET-04).
    if (to.searchParams.has('token') && to.pathname !== authPaths.resetPassword()) {
      to.searchParams.delete('token');
      return to.pathname + to.search + to.hash;
    }
    const found = routes.find(to.pathname);
    if (!found) return null;
    const answer = decideAccess(found, to.searchParams, session.current());
    if (answer.kind === 'open') return null;
    if (answer.kind === 'log-in') {
      session.rememberReturnPath(to.pathname + to.search + to.hash);
      toast('warning', copy.sessionMissing);
    }
    return answer.to === to.pathname + to.search ? null : answer.to;
  };
}
