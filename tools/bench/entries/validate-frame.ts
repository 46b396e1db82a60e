import type { Page } from '@playwright/test';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
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

interface SentEmpty {
  id: string;
  what: string;
  path: string;
  asGuard: boolean;
  /** Empties what is filled in already. */
  empty?: (page: Page) => Promise<void>;
  button: string;
  message: string;
}

async function submitEmpty(page: Page, { path, empty, button: name, message }: SentEmpty): Promise<number> {
  await page.goto(path);
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  await empty?.(page);
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  return timeClick(page, { isShown: isRefused, argument: message, click: () => clickHere(page) });
}

const sentEmpty = (form: SentEmpty): Entry => ({
  id: form.id,
  what: `${form.what}, sent empty: click to the messages painted, the first time on a page, CPU x4, p95`,
  unit: 'ms',
  atMost: 50,
  async measure(lab) {
    const site = await lab.composed();
    const browser = await lab.browser();
    const took: number[] = [];
    for (let turn = 1; turn <= lab.runs * PAGES_PER_RUN; turn++) {
      lab.say(`${form.what} sent empty, page ${turn}`);
      const { context, page, cdp } = await openPage(browser, site, form.asGuard);
      try {
        await throttle(cdp, { network: false });
        took.push(await submitEmpty(page, form));
      } finally {
        await context.close();
      }
    }
    return {
      value: p95(took),
      detail: `${took.length} pages, median ${ms(median(took))}, best ${ms(Math.min(...took))}, worst ${ms(Math.max(...took))}`,
    };
  },
});

export const validateFrame = sentEmpty({
  id: 'validate-frame',
  what: 'Sign-up',
  path: screens.signup.path,
  asGuard: false,
  button: 'Register',
  message: signupMessages.firstNameRequired,
});

export const validateFrameProfile = sentEmpty({
  id: 'validate-frame-profile',
  what: 'Edit Profile',
  path: guardsPaths.editProfile(),
  asGuard: true,
  async empty(page) {
    for (const box of await page.locator('main form input:is([type="text"], [inputmode]):not([readonly])').all()) await box.fill('');
  },
  button: 'Save changes',
  message: signupMessages.firstNameRequired,
});
