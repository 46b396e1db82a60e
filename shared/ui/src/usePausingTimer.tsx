import { useCallback, useEffect, useRef } from 'react';

type Reason = 'hover' | 'focus' | 'hidden';

/** Handlers for the element that the timer removes, so that it stays while the guard uses it. */
export interface PausingHandlers {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/**
 * Calls `onEnd` once after `timeoutMs` (never if null). The timer pauses under the pointer, while the element contains the focus, and while
 * the tab is hidden. Then it continues with the remaining time.
 */
export function usePausingTimer(timeoutMs: number | null, onEnd: () => void): PausingHandlers {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const change = useRef<(reason: Reason, isActive: boolean) => void>(() => undefined);

  useEffect(() => {
    if (timeoutMs === null) return;
    const reasons = new Set<Reason>();
    let remaining = timeoutMs;
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      since = Date.now();
      timer = setTimeout(() => latest.current(), remaining);
    };
    const pause = () => {
      clearTimeout(timer);
      timer = undefined;
      remaining = Math.max(0, remaining - (Date.now() - since));
    };
    change.current = (reason, isActive) => {
      const was = reasons.size > 0;
      if (isActive) reasons.add(reason);
      else reasons.delete(reason);
      if (!was && reasons.size > 0) pause();
      if (was && reasons.size === 0) run();
    };
    const onVisibility = () => change.current('hidden', document.hidden);
    run();
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(timer);
      change.current = () => undefined;
    };
  }, [timeoutMs]);

  return {
    onPointerEnter: useCallback(() => change.current('hover', true), []),
    onPointerLeave: useCallback(() => change.current('hover', false), []),
    onFocus: useCallback(() => change.current('focus', true), []),
    onBlur: useCallback(() => change.current('focus', false), []),
  };
}
