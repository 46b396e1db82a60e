import type { Page } from '@playwright/test';

/** A layout shift of the page: its score and the first element that moved. */
interface Shift {
  score: number;
  moved: string;
}

type Counting = typeof globalThis & { layoutShifts: Shift[] };

/** Records the layout shifts of each page that is opened from now on. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const layoutShifts: Shift[] = [];
    Object.assign(globalThis, { layoutShifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        const node = sources[0]?.node;
        const { className = '', textContent = '' } = (node instanceof HTMLElement ? node : node?.parentElement) ?? {};
        layoutShifts.push({ score: value, moved: `${className} "${textContent?.slice(0, 40)}"` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The layout shifts of the page since it was opened. */
export const layoutShiftsOf = (page: Page): Promise<Shift[]> => page.evaluate(() => (globalThis as Counting).layoutShifts);

export const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((sum, { score }) => sum + score, 0);
