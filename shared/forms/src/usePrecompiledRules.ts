import { useEffect } from 'react';
import { type Rules, rulesResolver } from './rulesResolver';

/**
 * The first check compiles what it runs, and the guard would wait for it: it is done once while the page is idle. A form that is filled
 * in already passes, so that an empty one is checked, too: it is refused.
 */
export function usePrecompiledRules<Values extends object>(rules: Rules<Values>, values: () => Record<string, unknown>): void {
  useEffect(() => {
    const check = rulesResolver(rules);
    // Where there is none, the first check is as slow as ever.
    const idle = window.requestIdleCallback?.(() => {
      for (const form of [values(), {}]) void check(form, undefined, { fields: {}, shouldUseNativeValidation: false });
    });
    return () => window.cancelIdleCallback?.(idle);
  }, [rules, values]);
}
