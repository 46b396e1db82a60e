import { useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { Session } from './portal';

/** Returns the session of the logged-in guard, or null; null during hydration. Renders again when it begins, changes or ends. */
export function useSession(): Session | null {
  const { session } = usePortal();
  return useSyncExternalStore(session.subscribe, session.current, () => null);
}
