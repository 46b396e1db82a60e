import { RESTORE_MS } from './deadlines';

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.getAttribute('name');

/** What can have the focus is found again in another version's HTML by its own name, or the words in it, and where it leads. */
const isTo = (element: Element) => [nameOf(element) ?? element.textContent, element.getAttribute('href')].join(' ');

/** What is in a box that scrolls may differ, and may be long: it is found by its name alone. */
const isBox = (element: Element) => [nameOf(element), element.getAttribute('role')].join(' ');

/** Finds in the HTML of the next version what `element` was among those that `told` says the same of in this one. */
function findEquivalent(outlet: HTMLElement, element: Element, told: (element: Element) => string): () => HTMLElement | undefined {
  const words = told(element);
  const alike = () => [...outlet.querySelectorAll<HTMLElement>(element.tagName)].filter((one) => told(one) === words);
  const place = alike().indexOf(element as HTMLElement);
  return () => (element.isConnected ? undefined : alike()[place]);
}

/** Sets how far a box is scrolled; false while it is not yet as long as that. */
function scrollTo(box: HTMLElement, { top, left }: { top: number; left: number }): boolean {
  box.scrollTop = top;
  box.scrollLeft = left;
  return Math.abs(box.scrollTop - top) <= 1 && Math.abs(box.scrollLeft - left) <= 1;
}

/** Gives the focus to what had it in the version that went; false while that is not there, or cannot have it. */
function focusRestorer(outlet: HTMLElement, focused: Element): () => boolean {
  const next = findEquivalent(outlet, focused, isTo);
  const tabIndex = focused.getAttribute('tabindex');
  return () => {
    // The version that goes may still change before it is gone.
    if (document.activeElement === focused) return false;
    if (document.activeElement !== document.body) return true;
    const there = next();
    if (!there) return false;
    // A heading can have the focus because a move has given it a tabindex.
    if (tabIndex !== null && !there.hasAttribute('tabindex')) there.setAttribute('tabindex', tabIndex);
    there.focus({ preventScroll: true });
    return document.activeElement === there;
  };
}

/** Scrolls a box as it was in the version that went. A log does that by itself: it follows its newest line. */
function scrollRestorer(outlet: HTMLElement, box: Element): (() => boolean) | null {
  const { scrollTop: top, scrollLeft: left } = box;
  if ((top === 0 && left === 0) || box.closest('[role="log"]')) return null;
  const next = findEquivalent(outlet, box, isBox);
  return () => {
    const there = next();
    return there !== undefined && scrollTo(there, { top, left });
  };
}

/**
 * Another version takes the place of the one in `outlet`: what has the focus there has it again, and boxes are scrolled as they were, as soon
 * as the next version shows them, until the guard does anything. Returns what calls it off.
 */
export function restoreFocusAndScroll(outlet: HTMLElement): () => void {
  const { activeElement } = document;
  const over = new AbortController();
  const { signal } = over;
  const end = () => over.abort();
  const pending = new Set<() => boolean>();
  if (activeElement && activeElement !== outlet && outlet.contains(activeElement)) pending.add(focusRestorer(outlet, activeElement));
  for (const box of outlet.querySelectorAll('*')) {
    const again = scrollRestorer(outlet, box);
    if (again) pending.add(again);
  }
  if (pending.size === 0) return end;

  const observer = new MutationObserver(() => {
    for (const again of pending) if (again()) pending.delete(again);
    if (pending.size === 0) end();
  });
  for (const act of ['pointerdown', 'wheel', 'keydown', 'popstate'])
    window.addEventListener(act, end, { capture: true, passive: true, signal });
  const timer = setTimeout(end, RESTORE_MS);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  observer.observe(outlet, { childList: true, subtree: true, characterData: true, attributeFilter: ['disabled', 'hidden'] });
  return end;
}
