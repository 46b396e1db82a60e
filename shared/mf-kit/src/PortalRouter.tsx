import { type ReactNode, useContext, useLayoutEffect, useMemo, useState, useSyncExternalStore, useTransition } from 'react';
import { HostContext } from './HostContext';
import { usePortal } from './PortalContext';
import { pendingScreens } from './pendingScreens';
import { createPath, Router, type useLocation, type useNavigationType } from './router';

type Location = ReturnType<typeof useLocation>;
type NavigationType = ReturnType<typeof useNavigationType>;
interface At {
  location: Location;
  type: NavigationType;
}

function read(): Location {
  const { pathname, search, hash } = window.location;
  const state = (window.history.state ?? {}) as { usr?: unknown; key?: string };
  return { pathname, search, hash, state: state.usr ?? null, key: state.key ?? 'default', unstable_mask: undefined } as Location;
}

const TYPES: Record<string, string> = { pushState: 'PUSH', replaceState: 'REPLACE' };
/** single-spa says in its own popstate what caused it; the browser's says nothing. */
const typeOf = (event: Event): NavigationType =>
  (TYPES[(event as Event & { singleSpaTrigger?: string }).singleSpaTrigger ?? ''] ?? 'POP') as NavigationType;
const href = (to: Parameters<typeof createPath>[0] | string) => (typeof to === 'string' ? to : createPath(to));

/** Tells the slot that another screen was asked for, which comes or waits, while the one before it stays. */
function useMoving(isPending: boolean): void {
  const { onMoving } = useContext(HostContext);
  const isWaiting = useSyncExternalStore(pendingScreens.subscribe, pendingScreens.hasAny, () => false);
  const how = !isPending ? 'here' : isWaiting ? 'waiting' : 'coming';
  useLayoutEffect(() => {
    onMoving?.(how);
  }, [onMoving, how]);
}

/**
 * Feeds react-router from the one history of the page. The address bar is the only state, popstate the only news of it;
 * moves go through `portal.navigate`, so that the shell's dirty check, route guard and focus rule apply.
 */
export function PortalRouter({ children }: { children: ReactNode }) {
  const portal = usePortal();
  const { domElement } = useContext(HostContext);
  const [isPending, startTransition] = useTransition();
  useMoving(isPending);
  const [at, setAt] = useState<At>(() => ({ location: read(), type: 'POP' as NavigationType }));
  useLayoutEffect(() => {
    const follow = (event: Event) => {
      // The guard has left the module: it is taken down in a moment, and the address is another one's.
      if (!domElement?.hidden) startTransition(() => setAt({ location: read(), type: typeOf(event) }));
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [domElement]);
  const navigator = useMemo(
    () => ({
      createHref: href,
      go: (steps: number) => window.history.go(steps),
      push: (to: Parameters<typeof href>[0], state?: unknown) => portal.navigate(href(to), { state }),
      replace: (to: Parameters<typeof href>[0], state?: unknown) => portal.navigate(href(to), { replace: true, state }),
    }),
    [portal],
  );
  return (
    <Router location={at.location} navigationType={at.type} navigator={navigator}>
      {children}
    </Router>
  );
}
