import { useEffect, useRef } from 'react';
import { usePortal } from './PortalContext';

export interface Unsaved {
  /** True: leaving asks nothing, but a module update still waits. False: the input was refused. */
  setInFlight(isOut: boolean): void;
}

/** While `isDirty`, leaving the page asks first, and a module update waits. `what` names the input: "your message"; null asks nothing. */
export function useUnsavedInput(isDirty: boolean, what: string | null): Unsaved {
  const portal = usePortal();
  const isOut = useRef(false);
  // Separate from the next effect, because `what` may change while the input is in flight.
  useEffect(() => {
    if (isDirty) isOut.current = false;
  }, [isDirty]);
  useEffect(() => {
    if (!isDirty || what === null) return;
    return portal.dirty(what, () => !isOut.current);
  }, [portal, isDirty, what]);
  return {
    setInFlight: (yes) => {
      isOut.current = yes;
    },
  };
}
