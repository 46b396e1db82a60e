/** What a page notes of itself while a fault is tried in it. */
export interface Seen {
  /** When the fault struck, by the clock. */
  faultAt?: number;
  /** The longest time without a bar or without anything in the page, in ms. */
  blankMs: number;
  /** The most messages that stood at once. */
  messages: number;
}

/** Runs in the page, before everything else: says what the spoiled version does, and looks at the page all the time. */
export function see(fault: string): void {
  const seen: Seen = { blankMs: 0, messages: 0 };
  Object.assign(globalThis, { __fault: fault, __seen: seen });
  let blankSince: number | null = null;
  const isBlank = () => ['header', 'main'].some((part) => !document.querySelector(part)?.querySelector(':not(noscript)'));
  const said = 'section[aria-label="Messages"] li, .stand-in-failed, main [role="alert"]';
  setInterval(() => {
    if (document.documentElement.dataset.shell !== 'ready') return;
    blankSince = isBlank() ? (blankSince ?? performance.now()) : null;
    if (blankSince !== null) seen.blankMs = Math.max(seen.blankMs, performance.now() - blankSince);
    // A card that says alert itself is one message.
    const shown = [...document.querySelectorAll(said)].filter((one) => !one.parentElement?.closest(said));
    seen.messages = Math.max(seen.messages, shown.length);
  }, 50);
}
