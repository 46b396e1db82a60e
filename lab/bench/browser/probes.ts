import type { Screen } from './screens';

export interface LargestPaint {
  /** Milliseconds since the navigation began. */
  at: number;
  /** Tag and text of the largest element so far. */
  what: string;
}

/** Measurements of a page, in `globalThis.__bench`. */
export interface PageMeasurements {
  paints: LargestPaint[];
  /** Time at which the screen's primary control had responded to an input; null until then. */
  usable: number | null;
}

export interface ProbeNames {
  screen: Screen;
  showPassword: string;
  viewMore: string;
  /** A tab of the profile's latest earnings that is not selected initially. */
  earningsTab: string;
}

/** Runs in the page before its own scripts: records the largest paints, and tries in each frame to use the screen. */
export function probe({ screen, showPassword, viewMore, earningsTab }: ProbeNames): void {
  const notes: PageMeasurements = { paints: [], usable: null };
  Object.assign(globalThis, { __bench: notes });

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
      notes.paints.push({
        at: entry.startTime,
        what: `${entry.element?.tagName ?? '?'} ${entry.element?.textContent?.trim().slice(0, 40) ?? ''}`,
      });
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  const isReady = (element: Element | null | undefined): element is HTMLElement =>
    element instanceof HTMLElement && element.checkVisibility() && !element.matches(':disabled, [aria-disabled="true"]');

  /** The password toggle works, and the submit button is enabled. */
  const form = () => {
    const toggle = document.querySelector(`button[aria-label="${showPassword}"]`);
    if (!isReady(toggle) || !isReady(document.querySelector('main button[type="submit"]'))) return false;
    if (toggle.getAttribute('aria-pressed') === 'true') return true;
    toggle.click();
    return false;
  };

  /** The first result has its link; the search box takes text, and a submit puts it into the address. */
  const search = () => {
    if (new URLSearchParams(window.location.search).has('searchBy')) return true;
    const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
    const more = [...document.querySelectorAll('main article a')].find((link) => link.textContent?.trim() === viewMore);
    if (!isReady(box) || !isReady(more)) return false;
    if (box.value !== '') {
      box.form?.requestSubmit();
      return false;
    }
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'guard');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    return false;
  };

  /** The latest jobs are shown, and a tab of the latest earnings can be selected. */
  const profile = () => {
    const tab = [...document.querySelectorAll('main [role="tab"]')].find((one) => one.textContent?.trim() === earningsTab);
    if (!isReady(tab) || !isReady(document.querySelector('#jobs li a'))) return false;
    if (tab.getAttribute('aria-selected') === 'true') return true;
    tab.click();
    return false;
  };

  const answers = { home: () => document.readyState === 'complete', login: form, signup: form, search, profile }[screen];
  const frame = () => {
    if (answers()) notes.usable = performance.now();
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
