/** Long enough for the first screen to have everything to itself. */
const CALM_MS = 2500;

/** Runs what costs the first load nothing: after the load, a while later, when the page has nothing else to do. */
export function whenCalm(run: () => void): void {
  const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1000));
  const afterwards = () => setTimeout(() => idle(() => run()), CALM_MS);
  if (document.readyState === 'complete') afterwards();
  else window.addEventListener('load', afterwards, { once: true });
}
