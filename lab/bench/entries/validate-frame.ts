import type { Page } from '@playwright/test';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { clickHere, timeClick } from '../browser/clickClock';
import { runLike } from '../browser/phone';
import { screens } from '../browser/screens';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import type { PhoneLab } from '../lab';
import { measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { p95 } from '../numbers';

const PAGES_PER_RUN = 3;

/** Runs in the page: true when a visible field is marked invalid and the form contains the message. */
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
  /** Empties the prefilled fields. */
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

async function sendEmpty(lab: PhoneLab, site: Site, form: SentEmpty): Promise<number> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, form.asGuard);
  try {
    await runLike(lab.phone, cdp);
    return await submitEmpty(page, form);
  } finally {
    await context.close();
  }
}

const sentEmpty = (form: SentEmpty): Entry => ({
  id: form.id,
  what: `${form.what}, submitted empty: from the first click on a page to the painted messages, p95`,
  on: 'phone',
  unit: 'ms',
  atMost: 50,
  async measure(lab) {
    const asked = { what: `${form.what} sent empty`, rounds: lab.runs * PAGES_PER_RUN, screens: [form] };
    const pair = await measureInTurn(lab, asked, (site) => sendEmpty(lab, site, form));
    return timesAgainstMonolith(lab, pair, p95, 1.05);
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
