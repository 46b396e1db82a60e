/** What a page notes of itself while a fault is tried in it. */
export interface Seen {
  /** When the fault struck, by the clock. */
  faultAt?: number;
  /** The longest time without a bar or without anything in the page, in ms. Before the shell is ready the bar alone must stand. */
  blankMs: number;
  /** The most messages that stood at once. */
  messages: number;
}

interface Kept extends Seen {
  /** Since when the page is blank, by the clock. */
  blankSince: number | null;
}

/**
 * Runs in the page, before everything else: says what the spoiled version does, and looks at the page all the time. What it saw goes on in
 * the next document of the tab: a guard sees a blank page until that one shows something, and a watchdog that loads pages anew must not
 * make it forgotten.
 */
export function see(fault: string): void {
  const name = 'seen';
  // A tab begins with an empty document, which may keep nothing.
  const tab = location.protocol.startsWith('http') ? sessionStorage : null;
  const seen: Kept = { blankMs: 0, messages: 0, blankSince: null, ...(JSON.parse(tab?.getItem(name) ?? '{}') as Partial<Kept>) };
  Object.assign(globalThis, { __fault: fault, __seen: seen });
  let hasStood = false;
  const said = 'section[aria-label="Messages"] li, .stand-in-failed, main [role="alert"]';
  function look() {
    const parts = document.documentElement?.dataset.shell === 'ready' ? ['header', 'main'] : ['header'];
    const isBlank = parts.some((part) => !document.querySelector(part)?.querySelector(':not(noscript)'));
    hasStood ||= !isBlank;
    // Until a document has come, the browser shows the one before it.
    if (isBlank && (hasStood || document.readyState === 'complete')) seen.blankSince ??= Date.now();
    if (seen.blankSince !== null) seen.blankMs = Math.max(seen.blankMs, Date.now() - seen.blankSince);
    if (!isBlank) seen.blankSince = null;
    // A card that says alert itself is one message.
    const shown = [...document.querySelectorAll(said)].filter((one) => !one.parentElement?.closest(said));
    seen.messages = Math.max(seen.messages, shown.length);
  }
  if (tab) setInterval(look, 50);
  addEventListener('pagehide', () => {
    look();
    tab?.setItem(name, JSON.stringify(seen));
  });
}
