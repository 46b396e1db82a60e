import { type ReactNode, useDeferredValue, useState } from 'react';
import { useIsHydrated } from './useIsHydrated';

/**
 * Renders its children only in the second frame of a screen, at low priority. For long content that is folded or below the fold. Content
 * after it must not move when it appears.
 */
export function DeferredRender({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}

/**
 * False in the first frame of a screen, then true at low priority, so that a long list appears after its heading. In prerendered HTML it is
 * true from the start.
 */
export function useDeferredRender(): boolean {
  const isHydrated = useIsHydrated();
  const [isServed] = useState(!isHydrated);
  return useDeferredValue(true, false) || isServed;
}
