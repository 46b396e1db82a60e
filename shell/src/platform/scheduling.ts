/** Leaves the network and the processor to the first screen. */
const CALM_MS = 2500;

/** A page that animates is never idle: the work then starts after this time. */
const IDLE_TIMEOUT_MS = 2500;

/** Runs work that must not delay the first load: `CALM_MS` after the load event, when the page is idle. */
export function runWhenIdleAfterLoad(run: () => void): void {
  const idle = (then: () => void) =>
    window.requestIdleCallback ? window.requestIdleCallback(then, { timeout: IDLE_TIMEOUT_MS }) : setTimeout(then, 1000);
  const runWhenIdle = () => setTimeout(() => idle(() => run()), CALM_MS);
  if (document.readyState === 'complete') runWhenIdle();
  else window.addEventListener('load', runWhenIdle, { once: true });
}

/** Runs after the next paint, or immediately in a hidden page, which paints nothing. Returns a cancel function. */
export function runAfterPaint(run: () => void): () => void {
  const controller = new AbortController();
  const once = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    run();
  };
  if (document.visibilityState === 'hidden') once();
  else {
    document.addEventListener('visibilitychange', once, { signal: controller.signal });
    requestAnimationFrame(() => setTimeout(once));
  }
  return () => controller.abort();
}

/** A longer press produces no click that the guard expects. */
const MAX_PRESS_MS = 3000;
/** The click after a release may come in a later task, or not at all. */
const CLICK_MS = 100;

/**
 * Runs when no control is pressed. Browsers fire no click on an element that is replaced during a press, so code that replaces visible
 * elements calls this first.
 */
export function runWhenInputReleased(run: () => void): void {
  const isPressed = () => document.querySelector(':is(a, button, summary, label, input, select, [role="option"]):active') !== null;
  if (!isPressed()) {
    run();
    return;
  }
  const controller = new AbortController();
  const end = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    run();
  };
  // Another key or finger may still be down.
  const check = () => {
    if (!isPressed()) end();
  };
  const options = { capture: true, signal: controller.signal };
  window.addEventListener('click', () => setTimeout(check), options);
  for (const release of ['pointerup', 'pointercancel', 'keyup'])
    window.addEventListener(release, () => setTimeout(check, CLICK_MS), options);
  setTimeout(end, MAX_PRESS_MS);
}
