import { useSyncExternalStore } from 'react';
import type { Session } from './portal';
import { usePortal } from './PortalContext';

/** The guard who is logged in, or null. Renders again when the session begins, changes or ends. Null while hydrating prerendered HTML. */
export function useSession(): Session | null {
  const { session } = usePortal();
  return useSyncExternalStore(session.subscribe, session.current, () => null);
}
