import { type ReactNode, useDeferredValue, useState } from 'react';
import { useIsHydrated } from './useIsHydrated';

/**
 * Leaves its children out of the first frame of a screen and renders them in the next, without holding anything up: for much that is
 * folded, or below the fold. What stands after it must not move when it comes.
 */
export function DeferredRender({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}

/**
 * False in the first frame of a screen and true from the next on, which holds nothing up: a list that is at hand comes behind its heading.
 * True at once where the host has rendered it.
 */
export function useDeferredRender(): boolean {
  const isHydrated = useIsHydrated();
  const [isServed] = useState(!isHydrated);
  return useDeferredValue(true, false) || isServed;
}
