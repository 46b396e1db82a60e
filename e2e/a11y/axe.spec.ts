import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../support/fixtures';
import { openable, type Route, routesOf } from '../support/routes';

const themes = ['light', 'dark'] as const;

async function violations(page: Page, path: string, theme: (typeof themes)[number]): Promise<string[]> {
  await page.context().addCookies([{ name: 'theme', value: theme, url: new URL(page.url() === 'about:blank' ? path : page.url()).origin }]);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { violations: found } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return found.map((one) => `${path} ${theme}: ${one.id} ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

const isBuilt = (route: Route) => route.built !== false;

for (const theme of themes) {
  test(`every built page that a visitor may open has no axe violation (${theme})`, async ({ page, request }) => {
    await page.goto('/');
    const open = (await routesOf(request)).filter((route) => isBuilt(route) && ['public', 'visitor', 'flow'].includes(route.access));
    expect(open.length).toBeGreaterThan(3);
    const found: string[] = [];
    for (const route of open) found.push(...(await violations(page, openable(route.pattern, 'x'), theme)));
    expect(found).toEqual([]);
  });

  test(`every built page of a guard has no axe violation (${theme})`, async ({ page, request, guard, job }) => {
    await logIn(page, guard);
    const own = (await routesOf(request)).filter((route) => isBuilt(route) && ['guard', 'held', 'session'].includes(route.access));
    expect(own.length).toBeGreaterThan(5);
    const aboutOneJob: string[] = [jobsPaths.jobPage.pattern, jobsPaths.jobDetail.pattern];
    const found: string[] = [];
    for (const route of own) {
      const query = aboutOneJob.includes(route.pattern) ? `?jobId=${job.jobId}&shiftId=${job.shiftIds[0]}` : '';
      found.push(...(await violations(page, openable(route.pattern, guard.id) + query, theme)));
    }
    expect(found).toEqual([]);
  });
}
