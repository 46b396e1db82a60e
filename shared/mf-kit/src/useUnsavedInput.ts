import { useEffect, useRef } from 'react';
import { usePortal } from './PortalContext';

export interface Unsaved {
  /** It is on its way: leaving does not ask for now, and a new version of the module still waits. False: it came back, refused. */
  setInFlight(isOut: boolean): void;
}

/** While `isDirty`, leaving asks first and a new version of the module waits. `what` names the input: "your message"; null never asks. */
export function useUnsavedInput(isDirty: boolean, what: string | null): Unsaved {
  const portal = usePortal();
  const isOut = useRef(false);
  // Before the next effect, and not with other words: those may come while it is on its way.
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
