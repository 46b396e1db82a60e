import type { Page } from '@playwright/test';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { clickHere, timeClick } from '../browser/clickClock';
import { throttle } from '../browser/network';
import { screens } from '../browser/screens';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { median, ms, p95 } from '../numbers';

const PAGES_PER_RUN = 3;

/** Runs in the page: a field is marked, and the form says the message. */
function isRefused(message: string): boolean {
  const marked = [...document.querySelectorAll('main [aria-invalid="true"]')];
  const isMarked = marked.some((field) => field instanceof HTMLElement && field.checkVisibility());
  return isMarked && (document.querySelector('main form')?.textContent?.includes(message) ?? false);
}

async function submitEmpty(page: Page): Promise<number> {
  await page.goto(screens.signup.path);
  const button = page.getByRole('button', { name: 'Register', exact: true });
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  return timeClick(page, { isShown: isRefused, argument: signupMessages.firstNameRequired, click: () => clickHere(page) });
}

export const validateFrame: Entry = {
  id: 'validate-frame',
  what: 'Sign-up, sent empty: click to the messages painted, the first time on a page, CPU x4, p95',
  unit: 'ms',
  atMost: 50,
  async measure(lab) {
    const site = await lab.composed();
    const browser = await lab.browser();
    const took: number[] = [];
    for (let turn = 1; turn <= lab.runs * PAGES_PER_RUN; turn++) {
      lab.say(`sign-up sent empty, page ${turn}`);
      const { context, page, cdp } = await openPage(browser, site, false);
      try {
        await throttle(cdp, { network: false });
        took.push(await submitEmpty(page));
      } finally {
        await context.close();
      }
    }
    return {
      value: p95(took),
      detail: `${took.length} pages, median ${ms(median(took))}, best ${ms(Math.min(...took))}, worst ${ms(Math.max(...took))}`,
    };
  },
};
