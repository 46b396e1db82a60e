import { type ReactNode, useDeferredValue } from 'react';

/**
 * Leaves its children out of the first frame of a screen and renders them in the next, without holding anything up: for much that is
 * folded, or below the fold. What stands after it must not move when it comes.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
