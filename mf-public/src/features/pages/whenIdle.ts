const LATEST_MS = 2000;

/** Runs when the page has nothing better to do, within two seconds. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(run, { timeout: LATEST_MS });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(run, LATEST_MS);
  return () => clearTimeout(timer);
}
