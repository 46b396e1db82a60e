const acts = new Set<() => void>();

/**
 * Runs `act` once after the current test. Shared code uses this instead of `afterEach`, because a suite loads shared code once, and a hook would
 * belong to the first file of the suite.
 */
export const atTestEnd = (act: () => void): void => void acts.add(act);

/** For `setup.ts`. */
export function endTest(): void {
  for (const act of acts) act();
  acts.clear();
}
