const LATEST_MS = 2000;

/** Runs when the page is idle, at the latest after two seconds. Returns a function that cancels it. */
export function runWhenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = window.requestIdleCallback(run, { timeout: LATEST_MS });
    return () => window.cancelIdleCallback(id);
  }
  const timer = setTimeout(run, LATEST_MS);
  return () => clearTimeout(timer);
}
