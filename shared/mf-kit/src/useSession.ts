import { useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { Session } from './portal';

/** The guard who is logged in, or null. Renders again when the session begins, changes or ends. Null while hydrating prerendered HTML. */
export function useSession(): Session | null {
  const { session } = usePortal();
  return useSyncExternalStore(session.subscribe, session.current, () => null);
}
