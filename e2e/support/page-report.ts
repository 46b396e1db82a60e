import type { Page } from '@playwright/test';

interface PageReport {
  executing: Record<string, string>;
  reports: { event: string; module?: string; version?: string; detail?: string }[];
}

/** The version of a module that is mounted in the page; undefined before the shell has started. */
export const executingVersion = (page: Page, module: string): Promise<string | undefined> =>
  page.evaluate((name) => (globalThis as { __portal?: PageReport }).__portal?.executing[name], module);

/** The counted failures of releases and screens, as `event module version`. */
export const readFailures = async (page: Page): Promise<string[]> => {
  const reports = await page.evaluate(() => [...(globalThis as unknown as { __portal: PageReport }).__portal.reports]);
  return reports.filter(({ event }) => event.endsWith('failed')).map(({ event, module, version }) => `${event} ${module} ${version}`);
};
