import type { Page } from '@playwright/test';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { throttle } from '../browser/network';
import { screens } from '../browser/screens';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { median, ms, p95 } from '../numbers';

const WITHIN_MS = 30_000;
const PAGES_PER_RUN = 3;

interface Clock {
  took: number | null;
}

/** Runs in the page: from the next click to the frame after which the message stands painted. */
function timeNextClick(message: string): void {
  const clock: Clock = { took: null };
  Object.assign(globalThis, { __clock: clock });
  const isMarked = () =>
    [...document.querySelectorAll('main [aria-invalid="true"]')].some((field) => field instanceof HTMLElement && field.checkVisibility());
  const isShown = () => isMarked() && (document.querySelector('main form')?.textContent?.includes(message) ?? false);
  window.addEventListener(
    'click',
    ({ timeStamp }) => {
      const frame = () => {
        if (!isShown()) return void requestAnimationFrame(frame);
        // A message is delivered after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          clock.took = performance.now() - timeStamp;
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(frame);
    },
    { capture: true, once: true },
  );
}

async function submitEmpty(page: Page): Promise<number> {
  await page.goto(screens.signup.path);
  const button = page.getByRole('button', { name: 'Register', exact: true });
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.evaluate(timeNextClick, signupMessages.firstNameRequired);
  await page.mouse.down();
  await page.mouse.up();
  const took = await page.waitForFunction(() => (globalThis as unknown as { __clock: Clock }).__clock.took, null, { timeout: WITHIN_MS });
  return Number(await took.jsonValue());
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
