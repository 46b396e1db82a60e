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
/** The popstate event of single-spa contains its cause; the browser's event does not. */
const typeOf = (event: Event): NavigationType =>
  (TYPES[(event as Event & { singleSpaTrigger?: string }).singleSpaTrigger ?? ''] ?? 'POP') as NavigationType;
const href = (to: Parameters<typeof createPath>[0] | string) => (typeof to === 'string' ? to : createPath(to));

/** Reports to the module host that the next screen loads while the previous one stays. */
function useMoving(isPending: boolean): void {
  const { onMoving } = useContext(HostContext);
  const isWaiting = useSyncExternalStore(pendingScreens.subscribe, pendingScreens.hasAny, () => false);
  const how = !isPending ? 'here' : isWaiting ? 'waiting' : 'coming';
  useLayoutEffect(() => {
    onMoving?.(how);
  }, [onMoving, how]);
}

/**
 * Connects react-router to the history of the page. The address bar is the only state, and popstate the only event. Navigation uses
 * `portal.navigate`, so that the shell's access check, unsaved-input question and focus rule apply.
 */
export function PortalRouter({ children }: { children: ReactNode }) {
  const portal = usePortal();
  const { domElement } = useContext(HostContext);
  const [isPending, startTransition] = useTransition();
  useMoving(isPending);
  const [at, setAt] = useState<At>(() => ({ location: read(), type: 'POP' as NavigationType }));
  useLayoutEffect(() => {
    const follow = (event: Event) => {
      // A hidden element means that the guard left the module, so the address belongs to another one.
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
