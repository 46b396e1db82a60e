/** Observations of a page during a fault. */
export interface PageObservations {
  /** Unix time of the fault in milliseconds. */
  faultAt?: number;
  /** The longest time in milliseconds without content in the header or in main. Until the shell is ready only the header counts. */
  blankMs: number;
  /** The highest number of messages shown at the same time. */
  messages: number;
}

interface Kept extends PageObservations {
  /** Unix time since when the page is blank; null while it shows content. */
  blankSince: number | null;
}

/**
 * Runs in the page before all other scripts: sets the fault of the bad version and observes the page every 50 ms. The observations continue
 * in the tab's next document, because a guard sees a blank page until that document shows content, and because a watchdog that reloads the
 * page must not reset them.
 */
export function observePage(fault: string): void {
  const name = 'seen';
  // A tab starts with an empty document, which has no storage.
  const tab = location.protocol.startsWith('http') ? sessionStorage : null;
  const seen: Kept = { blankMs: 0, messages: 0, blankSince: null, ...(JSON.parse(tab?.getItem(name) ?? '{}') as Partial<Kept>) };
  Object.assign(globalThis, { __fault: fault, __seen: seen });
  let hasStood = false;
  const said = 'section[aria-label="Messages"] li, .stand-in-failed, main [role="alert"]';
  function look() {
    const parts = document.documentElement?.dataset.shell === 'ready' ? ['header', 'main'] : ['header'];
    const isBlank = parts.some((part) => !document.querySelector(part)?.querySelector(':not(noscript)'));
    hasStood ||= !isBlank;
    // Until the document has loaded, the browser still shows the previous one.
    if (isBlank && (hasStood || document.readyState === 'complete')) seen.blankSince ??= Date.now();
    if (seen.blankSince !== null) seen.blankMs = Math.max(seen.blankMs, Date.now() - seen.blankSince);
    if (!isBlank) seen.blankSince = null;
    // A card with role alert counts as one message.
    const shown = [...document.querySelectorAll(said)].filter((one) => !one.parentElement?.closest(said));
    seen.messages = Math.max(seen.messages, shown.length);
  }
  if (tab) setInterval(look, 50);
  addEventListener('pagehide', () => {
    look();
    tab?.setItem(name, JSON.stringify(seen));
  });
}
