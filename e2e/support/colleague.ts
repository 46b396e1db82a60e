import type { Page } from '@playwright/test';
import { makeGuard, removeGuard } from '@portal/contracts/guards/guards.staff';
import { test as base, logIn, type TestGuard } from './fixtures';

/** A second guard with a separate page and a licence that is valid for years; removed afterwards. */
export const test = base.extend<{ colleague: { guard: TestGuard; page: Page } }>({
  colleague: async ({ staff, browser, noise }, use, info) => {
    const guard = await staff.call(makeGuard, { licenceUntil: '2099-12-31' });
    const context = await browser.newContext({ baseURL: String(info.project.use.baseURL), viewport: info.project.use.viewport ?? null });
    const page = await context.newPage();
    await logIn(page, guard);
    await use({ guard, page });
    await noise.over();
    await context.close();
    await staff.call(removeGuard, { guard: guard.id });
  },
});
