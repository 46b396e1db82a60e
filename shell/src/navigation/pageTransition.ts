import { BRAND } from '@portal/mf-kit/pageLayout';
import { afterPaint } from '../platform/scheduling';
import type { Move } from './history';

const PATIENCE_MS = 6000;
/** A screen that is reused for the next path keeps its heading: after this time it is taken as the new one. */
const SAME_HEADING_MS = 400;
/** By then a list that is at hand stands under its heading again. */
const HEIGHT_KEPT_MS = 3000;

/** Where the guard was on a page, and how high it was: what stands below its heading comes a frame later. */
interface SavedScroll {
  top: number;
  height: number;
}

export interface Arrival {
  onNavigated(move: Move, title: string): void;
  title(text: string): void;
}

/** Calls `found` with the first element that `find` gives, now or after a change below `root`; null when patience ends. Returns how to stop. */
function waitForElement(
  root: HTMLElement,
  find: () => HTMLElement | null,
  ms: number,
  found: (element: HTMLElement | null) => void,
): () => void {
  const end = (element: HTMLElement | null) => {
    stop();
    found(element);
  };
  // The screen before it stays for as long as the next one's code is on its way.
  const isComing = () => root.querySelector(':scope > [aria-busy]') !== null;
  const look = () => {
    const element = isComing() ? null : find();
    if (element) end(element);
  };
  const observer = new MutationObserver(look);
  const late = () => {
    if (isComing()) timer = setTimeout(late, ms);
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
  look();
  return stop;
}

/** Where the guard was on each page of the history, and the way back there. */
function createScrollMemory(outlet: HTMLElement) {
  const lefts = new Map<number, SavedScroll>();
  // Read while the page is laid out anyway: a move would have to lay it out for it.
  let here: SavedScroll = { top: 0, height: 0 };
  const look = () => {
    here = { top: window.scrollY, height: outlet.offsetHeight };
  };
  window.addEventListener('scroll', look, { passive: true });
  let kept: ReturnType<typeof setTimeout> | undefined;

  function letHeightGo() {
    clearTimeout(kept);
    outlet.style.removeProperty('min-block-size');
  }

  return {
    letHeightGo,
    leave: (index: number) => lefts.set(index, here),
    scroll(move: Move) {
      const left = move.kind === 'pop' ? lefts.get(move.index) : undefined;
      if (left && left.top > 0) {
        outlet.style.minBlockSize = `${left.height}px`;
        kept = setTimeout(letHeightGo, HEIGHT_KEPT_MS);
      }
      window.scrollTo(0, left?.top ?? 0);
    },
  };
}

function headingIn(outlet: HTMLElement): HTMLElement | null {
  for (const screen of outlet.children) {
    // A list that the browser keeps: what it looked through before is not looked through again.
    const first = (screen as HTMLElement).hidden ? undefined : screen.getElementsByTagName('h1')[0];
    if (first) return first;
  }
  return null;
}

/** After a move: the title, the focus on the new heading (which is what a screen reader then says), and the scroll position. */
export function createPageTransition(outlet: HTMLElement, announce: (text: string) => void): Arrival {
  const places = createScrollMemory(outlet);
  let stopWaiting: () => void = () => undefined;
  let dontFocus: () => void = () => undefined;
  let dontName: () => void = () => undefined;
  const heading = () => headingIn(outlet);

  function focusOn(element: HTMLElement, before: Element | null) {
    const active = document.activeElement;
    const isTaken = active !== before && active !== outlet && outlet.contains(active);
    if (isTaken) return;
    if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }

  function arrive(move: Move, title: string) {
    const before = document.activeElement;
    const old = heading();
    const oldText = old?.textContent;
    const started = performance.now();
    const target = move.to.hash.slice(1);
    const isNew = (h1: HTMLElement) => h1 !== old || h1.textContent !== oldText || performance.now() - started > SAME_HEADING_MS;
    const find = () => {
      const section = target && move.kind !== 'pop' ? document.getElementById(target) : null;
      if (section && outlet.contains(section)) return section;
      const h1 = target && move.kind !== 'pop' ? null : heading();
      return h1 && isNew(h1) ? h1 : null;
    };
    const done = (element: HTMLElement | null) => {
      const there = element ?? heading();
      if (there?.tagName === 'H1' || !there) places.scroll(move);
      else there.scrollIntoView();
      // Focusing lays the page out at once: it is painted first.
      if (there) dontFocus = afterPaint(() => focusOn(there, before));
      else announce(title);
    };
    stopWaiting();
    dontFocus();
    places.letHeightGo();
    stopWaiting = waitForElement(outlet, find, old && !target ? SAME_HEADING_MS * 2 : PATIENCE_MS, done);
  }

  /** Another page of the same list is read from its top. */
  function restart() {
    window.scrollTo(0, 0);
    dontFocus();
    dontFocus = afterPaint(() => heading()?.focus({ preventScroll: true }));
  }

  /** Between a screen and a part of it: up to its heading, or to where it was left. */
  function moveWithinPage(move: Move) {
    stopWaiting();
    dontFocus();
    places.scroll(move);
    const [h1, before] = [heading(), document.activeElement];
    if (h1 && move.kind === 'push') dontFocus = afterPaint(() => focusOn(h1, before));
  }

  function name(title: string) {
    dontName();
    document.title = `${title} · ${BRAND}`;
  }

  return {
    onNavigated(move, title) {
      dontName();
      // The browser tells its window of it, which a guard waits for.
      if (move.kind === 'boot') name(title);
      else dontName = afterPaint(() => name(title));
      // A part of the page that the browser itself went to has no place of its own in our history.
      const hasPlace = move.kind !== 'pop' || move.leftIndex !== move.index;
      // What is replaced is not come back to.
      if (move.kind !== 'replace' && hasPlace) places.leave(move.leftIndex);
      const isElsewhere = move.from.pathname !== move.to.pathname;
      // To a part of the page that the host rendered the browser has gone by itself, and the visitor may be elsewhere since.
      const isThere = document.getElementById(move.to.hash.slice(1))?.closest('[data-prerendered]');
      if (move.kind === 'boot' && (!move.to.hash || isThere)) return;
      // The browser leaves the position to us, also on the way to and from a part of the page.
      if (isElsewhere || (move.to.hash && move.kind !== 'pop')) arrive(move, title);
      else if (move.from.hash !== move.to.hash && move.kind !== 'replace') moveWithinPage(move);
      else if (move.kind === 'push' && move.from.search !== move.to.search) restart();
    },
    title: name,
  };
}
