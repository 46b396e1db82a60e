import type { Browser, CDPSession } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { type Calibration, calibrate, recalibrate, target } from '../calibration';

declare const calibrated: unique symbol;
/** Only meetPhone makes one: who slows a page down has measured what by. */
export type Phone = Calibration & { readonly [calibrated]: true };

async function onBlankPage<T>(browser: Browser, work: (indexAt: (rate: number) => Promise<number>) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    await context.addInitScript('globalThis.__name ??= (named) => named;');
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const indexAt = async (rate: number) => {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
      return page.evaluate(pageFunctions.computeBenchmarkIndex);
    };
    await page.goto('about:blank');
    return await work(indexAt);
  } finally {
    await context.close();
  }
}

/** Times Lighthouse's fixed piece of work in this very browser, and finds what it must be slowed down by. `known`: what was found before. */
export async function meetPhone(browser: Browser, known: Phone | null): Promise<Phone> {
  const found = await onBlankPage(browser, async (indexAt) => {
    if (known) return recalibrate(indexAt, target.index, known);
    // What runs for the first time is compiled first.
    await indexAt(1);
    return calibrate(indexAt, target.index);
  });
  return found as Phone;
}

/** The machine as it is, not slowed down: for a run that asks whether an entry works, not how quick the portal is. */
export const meetMachine = (browser: Browser): Promise<Phone> =>
  onBlankPage(browser, async (indexAt) => {
    const idle = await indexAt(1);
    return { rate: 1, idle, index: idle, scale: 1 } as Phone;
  });

/** The index that the browser has right now at the phone's rate: how much the machine changed meanwhile. */
export const indexNow = (browser: Browser, { rate }: Phone): Promise<number> => onBlankPage(browser, (indexAt) => indexAt(rate));

/** From here on the page's scripts run as on the phone. */
export async function runLike(phone: Phone, cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.rate });
}
