/** Elements that may get the focus: a marked target, or a heading. */
const FOCUS_TARGETS = ['[data-focus-home]', 'h1, h2, h3, h4, h5, h6'];

const chainOf = (element: Element): Element[] => [element, ...(element.parentElement ? chainOf(element.parentElement) : [])];
const isLost = () => document.activeElement === null || document.activeElement === document.body;

function focus(element: HTMLElement): boolean {
  if (!element.matches('button, a[href], input, select, textarea, [tabindex]')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Focuses the nearest target around a removed element: the heading of its row, of its panel, or of the screen. */
function goHome(chain: readonly Element[]): void {
  const [gone, ...around] = chain;
  if (gone?.isConnected && focus(gone as HTMLElement)) return;
  for (const element of around) {
    if (!element.isConnected || element === document.body) continue;
    if (element.hasAttribute('tabindex') && focus(element as HTMLElement)) return;
    for (const home of FOCUS_TARGETS) {
      const found = element.querySelector<HTMLElement>(home);
      if (found && focus(found)) return;
    }
  }
}

/**
 * Keeps the keyboard focus on the page. If the focused element disappears, the heading of its row or its `data-focus-home` gets the focus.
 * Returns the function that stops it.
 */
export function restoreLostFocus(): () => void {
  let chain: readonly Element[] = [];
  /** The focus before it moved into a dialog, because it returns there. */
  const behind = new WeakMap<Element, readonly Element[]>();

  const onFocus = ({ target }: FocusEvent) => {
    const next = chainOf(target as Element);
    const dialog = next.find((element) => element.matches('dialog'));
    if (dialog && !chain.includes(dialog) && !behind.has(dialog)) behind.set(dialog, chain);
    chain = next;
  };
  const observer = new MutationObserver(() => {
    if (chain.length === 0 || chain[0]?.isConnected || !isLost()) return;
    const dialog = chain.find((element) => element.matches('dialog') && !element.isConnected);
    const lost = (dialog && behind.get(dialog)) ?? chain;
    chain = [];
    goHome(lost);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
