import { useEffect } from 'react';
import { usePortal } from './PortalContext';

/** While `isDirty`, leaving asks first and a new version of the module waits. `what` names the input: "your message". */
export function useUnsaved(isDirty: boolean, what: string): void {
  const portal = usePortal();
  useEffect(() => (isDirty ? portal.dirty(what) : undefined), [portal, isDirty, what]);
}
