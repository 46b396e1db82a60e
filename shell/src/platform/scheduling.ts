/** Leaves the network and the processor to the first screen. */
const CALM_MS = 2500;

/** A page that animates is never idle: the work then starts after this time. */
const AT_LAST_MS = 2500;

/** Runs work that must not delay the first load: `CALM_MS` after the load event, when the page is idle. */
export function whenIdleAfterLoad(run: () => void): void {
  const idle = (then: () => void) =>
    window.requestIdleCallback ? window.requestIdleCallback(then, { timeout: AT_LAST_MS }) : setTimeout(then, 1000);
  const afterwards = () => setTimeout(() => idle(() => run()), CALM_MS);
  if (document.readyState === 'complete') afterwards();
  else window.addEventListener('load', afterwards, { once: true });
}

/** Runs after the next paint, or immediately in a hidden page, which paints nothing. Returns a cancel function. */
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

/** A longer press produces no click that the guard expects. */
const MAX_PRESS_MS = 3000;
/** The click after a release may come in a later task, or not at all. */
const CLICK_MS = 100;

/**
 * Runs when no control is pressed. Browsers fire no click on an element that is replaced during a press, so code that replaces visible
 * elements calls this first.
 */
export function whenInputReleased(run: () => void): void {
  const isPressed = () => document.querySelector(':is(a, button, summary, label, input, select, [role="option"]):active') !== null;
  if (!isPressed()) {
    run();
    return;
  }
  const over = new AbortController();
  const end = () => {
    if (over.signal.aborted) return;
    over.abort();
    run();
  };
  // Another key or finger may still be down.
  const look = () => {
    if (!isPressed()) end();
  };
  const options = { capture: true, signal: over.signal };
  window.addEventListener('click', () => setTimeout(look), options);
  for (const release of ['pointerup', 'pointercancel', 'keyup'])
    window.addEventListener(release, () => setTimeout(look, CLICK_MS), options);
  setTimeout(end, MAX_PRESS_MS);
}
