import type { Page } from '@playwright/test';

interface PageReport {
  executing: Record<string, string>;
  reports: { event: string; module?: string; version?: string; detail?: string }[];
}

const report = (page: Page): Promise<PageReport> =>
  page.evaluate(() => {
    // A document that the shell has not begun yet reports nothing.
    const { executing = {}, reports = [] } = (globalThis as { __portal?: Partial<PageReport> }).__portal ?? {};
    return { executing: { ...executing }, reports: [...reports] };
  });

/** The version of a module whose code is mounted in the page. */
export const executing = async (page: Page, module: string): Promise<string | undefined> => (await report(page)).executing[module];

/** What the page holds against releases and screens, as `event module version`. */
export const failures = async (page: Page): Promise<string[]> =>
  (await report(page)).reports
    .filter(({ event }) => event.endsWith('failed'))
    .map(({ event, module, version }) => `${event} ${module} ${version}`);
