import { useEffect } from 'react';
import { type Rules, rulesResolver } from './rulesResolver';

/** The first check compiles what it runs, and the guard would wait for it: it is done once while the page is idle. */
export function useWarmRules<Values extends object>(rules: Rules<Values>, values: () => Record<string, unknown>): void {
  useEffect(() => {
    // Where there is none, the first check is as slow as ever.
    const idle = window.requestIdleCallback?.(
      () => void rulesResolver(rules)(values(), undefined, { fields: {}, shouldUseNativeValidation: false }),
    );
    return () => window.cancelIdleCallback?.(idle);
  }, [rules, values]);
}
