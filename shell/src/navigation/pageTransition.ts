import { BRAND } from '@portal/mf-kit/pageLayout';
import { runAfterPaint } from '../platform/scheduling';
import type { Move } from './history';

const PATIENCE_MS = 6000;
/** A screen that serves two paths keeps its heading element. After this time it counts as the new heading. */
const SAME_HEADING_MS = 400;
/** On a slow phone the next screen may arrive after its move counted as done. */
const LATE_SCREEN_MS = 30_000;
/** A list with stored data is back below its heading by then. */
const HEIGHT_KEPT_MS = 3000;

/** The content below a heading arrives a frame later, so the height of the page is stored with its scroll position. */
interface SavedScroll {
  top: number;
  height: number;
}

/** Calls `found` with the first element that `find` returns, now or after a change below `root`, or with null after `ms`. Returns a cancel function. */
function waitForElement(
  root: HTMLElement,
  ms: number,
  find: () => HTMLElement | null,
  found: (element: HTMLElement | null) => void,
): () => void {
  const end = (element: HTMLElement | null) => {
    stop();
    found(element);
  };
  // The previous screen stays while the code of the next one loads.
  const isLoading = () => root.querySelector(':scope > [aria-busy]') !== null;
  const check = () => {
    const element = isLoading() ? null : find();
    if (element) end(element);
  };
  const observer = new MutationObserver(check);
  const late = () => {
    if (isLoading()) timer = setTimeout(late, ms);
    else end(null);
  };
  let timer = setTimeout(late, ms);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['hidden', 'id', 'aria-busy'],
  });
  check();
  return stop;
}

/** Stores and restores the scroll position of each history entry. */
function createScrollMemory(outlet: HTMLElement) {
  const positions = new Map<number, SavedScroll>();
  // Reading this at the move would force a layout; after a scroll the layout is done.
  let current: SavedScroll = { top: 0, height: 0 };
  const readPosition = () => {
    current = { top: window.scrollY, height: outlet.offsetHeight };
  };
  window.addEventListener('scroll', readPosition, { passive: true });
  let heightTimer: ReturnType<typeof setTimeout> | undefined;

  function releaseHeight() {
    clearTimeout(heightTimer);
    outlet.style.removeProperty('min-block-size');
  }

  return {
    releaseHeight,
    leave: (index: number) => positions.set(index, current),
    scroll(move: Move) {
      const stored = move.kind === 'pop' ? positions.get(move.index) : undefined;
      if (stored && stored.top > 0) {
        outlet.style.minBlockSize = `${stored.height}px`;
        heightTimer = setTimeout(releaseHeight, HEIGHT_KEPT_MS);
      }
      window.scrollTo(0, stored?.top ?? 0);
    },
  };
}

function headingIn(outlet: HTMLElement): HTMLElement | null {
  for (const screen of outlet.children) {
    // The browser caches this live collection, unlike the result of a query.
    const first = (screen as HTMLElement).hidden ? undefined : screen.getElementsByTagName('h1')[0];
    if (first) return first;
  }
  return null;
}

function sectionIn(outlet: HTMLElement, id: string): HTMLElement | null {
  const section = document.getElementById(id);
  return section && outlet.contains(section) ? section : null;
}

/** Sets title, focus and scroll position after a move. Screen readers announce the focused heading. */
export function createPageTransition(outlet: HTMLElement, announce: (text: string) => void) {
  const places = createScrollMemory(outlet);
  let stopWaiting: () => void = () => undefined;
  let dontFocus: () => void = () => undefined;
  let dontName: () => void = () => undefined;
  const heading = () => headingIn(outlet);

  /** The guard or the screen has focused another element of the page than these. */
  function isFocusTaken(before: readonly (Element | null)[]): boolean {
    const active = document.activeElement;
    return !before.includes(active) && active !== outlet && outlet.contains(active);
  }

  function focusOn(element: HTMLElement, ...before: (Element | null)[]) {
    if (isFocusTaken(before)) return;
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }

  function arrive(move: Move, title: string) {
    const before = document.activeElement;
    const old = heading();
    const oldText = old?.textContent;
    const started = performance.now();
    const target = move.kind === 'pop' ? '' : move.to.hash.slice(1);
    const find = (accepts: (h1: HTMLElement) => boolean): HTMLElement | null => {
      if (target) return sectionIn(outlet, target);
      const h1 = heading();
      return h1 && accepts(h1) ? h1 : null;
    };
    const show = (there: HTMLElement) => {
      if (there.tagName === 'H1') places.scroll(move);
      else there.scrollIntoView();
      // Focusing forces a layout, so the paint comes first.
      dontFocus();
      dontFocus = runAfterPaint(() => focusOn(there, before, old));
    };
    /** A screen that is late moves nothing if the guard has focused another element since. */
    const found = (element: HTMLElement | null) => {
      const there = element ?? heading();
      if (there) show(there);
      else {
        places.scroll(move);
        announce(title);
      }
      const isLate = !element || element === old;
      if (!isLate) return;
      stopWaiting = waitForElement(
        outlet,
        LATE_SCREEN_MS,
        () => find((h1) => h1 !== old),
        (late) => late && !isFocusTaken([before, old]) && show(late),
      );
    };
    stopWaiting();
    places.releaseHeight();
    dontFocus();
    // An element that is there already is another one than `old`, so `found` does not wait again before this assignment.
    stopWaiting = waitForElement(
      outlet,
      old && !move.to.hash ? SAME_HEADING_MS * 2 : PATIENCE_MS,
      () => find((h1) => h1 !== old || h1.textContent !== oldText || performance.now() - started > SAME_HEADING_MS),
      found,
    );
  }

  /** The next page of a list starts at its top. */
  function restart() {
    window.scrollTo(0, 0);
    dontFocus();
    dontFocus = runAfterPaint(() => heading()?.focus({ preventScroll: true }));
  }

  /** Moves between a screen and its fragment, without a new screen. */
  function moveWithinPage(move: Move) {
    stopWaiting();
    dontFocus();
    places.scroll(move);
    const [h1, before] = [heading(), document.activeElement];
    if (h1 && move.kind === 'push') dontFocus = runAfterPaint(() => focusOn(h1, before));
  }

  function moveTo(move: Move, title: string) {
    const { from, to, kind } = move;
    // With manual scroll restoration, the shell also scrolls to fragments.
    if (from.pathname !== to.pathname || (to.hash && kind !== 'pop')) arrive(move, title);
    else if (from.hash !== to.hash && kind !== 'replace') moveWithinPage(move);
    else if (kind === 'push' && from.search !== to.search) restart();
  }

  function name(title: string) {
    dontName();
    document.title = `${title} · ${BRAND}`;
  }

  return {
    onNavigated(move: Move, title: string) {
      dontName();
      // Setting the title costs time before the paint that the guard waits for.
      if (move.kind === 'boot') name(title);
      else dontName = runAfterPaint(() => name(title));
      // The browser's own move to a fragment has no entry in our history.
      const hasPlace = move.kind !== 'pop' || move.leftIndex !== move.index;
      // A replaced entry is never returned to.
      if (move.kind !== 'replace' && hasPlace) places.leave(move.leftIndex);
      // In prerendered HTML the browser has already scrolled to the fragment, and the visitor may have scrolled since.
      const isThere = document.getElementById(move.to.hash.slice(1))?.closest('[data-prerendered]');
      if (move.kind === 'boot' && (!move.to.hash || isThere)) return;
      moveTo(move, title);
    },
    title: name,
  };
}
