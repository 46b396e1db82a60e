import type { Page } from '@playwright/test';

type Told = { __shifted: number };

/** Runs in the page, before its own scripts. What follows an act of the guard's within half a second is meant to move. */
function note(): void {
  const told = Object.assign(globalThis as unknown as Told, { __shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) told.__shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Says how much of each page that this one loads from now on has moved by itself, summed up: 0.02 is what the portal allows itself. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(note);
  // Two frames on, what was painted before has been told.
  const frames = () => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)));
  return async () => {
    await page.evaluate(frames);
    return page.evaluate(() => (globalThis as unknown as Told).__shifted);
  };
}
