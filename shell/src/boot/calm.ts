/** Long enough for the first screen to have everything to itself. */
const CALM_MS = 2500;

/** A page that draws all the time is never idle: by then it runs anyway. */
const AT_LAST_MS = 2500;

/** Runs what costs the first load nothing: after the load, a while later, when the page has nothing else to do, or at last. */
export function whenCalm(run: () => void): void {
  const idle = (then: () => void) =>
    window.requestIdleCallback ? window.requestIdleCallback(then, { timeout: AT_LAST_MS }) : setTimeout(then, 1000);
  const afterwards = () => setTimeout(() => idle(() => run()), CALM_MS);
  if (document.readyState === 'complete') afterwards();
  else window.addEventListener('load', afterwards, { once: true });
}

/**
 * Runs once what was just rendered stands painted; at once in a page that nobody sees, or that is put away meanwhile, which paints nothing.
 * Returns what calls it off.
 */
export function afterPaint(run: () => void): () => void {
  const over = new AbortController();
  const once = () => {
    if (over.signal.aborted) return;
    over.abort();
    run();
  };
  if (document.visibilityState === 'hidden') once();
  else {
    document.addEventListener('visibilitychange', once, { signal: over.signal });
    requestAnimationFrame(() => setTimeout(once));
  }
  return () => over.abort();
}
