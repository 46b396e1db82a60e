import { RESTORE_MS } from './deadlines';

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.getAttribute('name');

/** Identifies a focusable element by its label or text, and by its link target. */
const describeFocusable = (element: Element) => [nameOf(element) ?? element.textContent, element.getAttribute('href')].join(' ');

/** Identifies a scrolled box by its label and role, because its content may differ. */
const describeBox = (element: Element) => [nameOf(element), element.getAttribute('role')].join(' ');

/** Finds the equivalent element of the next version: at the same position among all elements with the same description. */
function findEquivalent(outlet: HTMLElement, element: Element, describe: (element: Element) => string): () => HTMLElement | undefined {
  const description = describe(element);
  const findAlike = () => [...outlet.querySelectorAll<HTMLElement>(element.tagName)].filter((other) => describe(other) === description);
  const position = findAlike().indexOf(element as HTMLElement);
  return () => (element.isConnected ? undefined : findAlike()[position]);
}

/** Sets the scroll offsets of a box. Returns false while its content is too short. */
function scrollTo(box: HTMLElement, { top, left }: { top: number; left: number }): boolean {
  box.scrollTop = top;
  box.scrollLeft = left;
  return Math.abs(box.scrollTop - top) <= 1 && Math.abs(box.scrollLeft - left) <= 1;
}

/** Focuses the equivalent of the focused element. Returns false while it is missing or cannot have the focus. */
function focusRestorer(outlet: HTMLElement, focused: Element): () => boolean {
  const findNext = findEquivalent(outlet, focused, describeFocusable);
  const tabIndex = focused.getAttribute('tabindex');
  return () => {
    // The old version is still in the page.
    if (document.activeElement === focused) return false;
    if (document.activeElement !== document.body) return true;
    const equivalent = findNext();
    if (!equivalent) return false;
    // A navigation gave the focused heading a tabindex.
    if (tabIndex !== null && !equivalent.hasAttribute('tabindex')) equivalent.setAttribute('tabindex', tabIndex);
    equivalent.focus({ preventScroll: true });
    return document.activeElement === equivalent;
  };
}

/** Restores the scroll offsets of a box. Null for a log, which follows its newest line, and for a box at its start. */
function scrollRestorer(outlet: HTMLElement, box: Element): (() => boolean) | null {
  const { scrollTop: top, scrollLeft: left } = box;
  if ((top === 0 && left === 0) || box.closest('[role="log"]')) return null;
  const findNext = findEquivalent(outlet, box, describeBox);
  return () => {
    const equivalent = findNext();
    return equivalent !== undefined && scrollTo(equivalent, { top, left });
  };
}

/**
 * Call before a replacement in `outlet`. Restores the focus and the scroll offsets when the next version shows the equivalent elements, until
 * the guard acts. Returns a function that cancels it.
 */
export function restoreFocusAndScroll(outlet: HTMLElement): () => void {
  const { activeElement } = document;
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  const pending = new Set<() => boolean>();
  if (activeElement && activeElement !== outlet && outlet.contains(activeElement)) pending.add(focusRestorer(outlet, activeElement));
  for (const box of outlet.querySelectorAll('*')) {
    const restore = scrollRestorer(outlet, box);
    if (restore) pending.add(restore);
  }
  if (pending.size === 0) return end;

  const observer = new MutationObserver(() => {
    for (const restore of pending) if (restore()) pending.delete(restore);
    if (pending.size === 0) end();
  });
  for (const type of ['pointerdown', 'wheel', 'keydown', 'popstate'])
    window.addEventListener(type, end, { capture: true, passive: true, signal });
  const timer = setTimeout(end, RESTORE_MS);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  observer.observe(outlet, { childList: true, subtree: true, characterData: true, attributeFilter: ['disabled', 'hidden'] });
  return end;
}
