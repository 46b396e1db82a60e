/** Long enough for the first screen to have everything to itself. */
const CALM_MS = 2500;

/** A page that draws all the time is never idle: by then it runs anyway. */
const AT_LAST_MS = 2500;

/** Runs what costs the first load nothing: after the load, a while later, when the page has nothing else to do, or at last. */
export function whenIdleAfterLoad(run: () => void): void {
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

/** What is held longer is no press that its guard expects a click of. */
const MAX_PRESS_MS = 3000;
/** The click of a release may come in a later task, or never. */
const CLICK_MS = 100;

/**
 * Runs once nothing in the page is being pressed: at once, or after the click of the press under way. Browsers give no click to an element
 * that was exchanged between its press and its release, so whatever exchanges what stands in the page asks here first.
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
  // What was let go may be another key or finger.
  const look = () => {
    if (!isPressed()) end();
  };
  const options = { capture: true, signal: over.signal };
  window.addEventListener('click', () => setTimeout(look), options);
  for (const release of ['pointerup', 'pointercancel', 'keyup'])
    window.addEventListener(release, () => setTimeout(look, CLICK_MS), options);
  setTimeout(end, MAX_PRESS_MS);
}
