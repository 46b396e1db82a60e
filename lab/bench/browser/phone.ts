import type { Browser, CDPSession } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { type Calibration, calibrate, recalibrate } from '../calibration';
import type { PhoneModel } from '../phones';

declare const calibrated: unique symbol;
/** Only calibratePhone and measureMachine create one, so each slowdown is calibrated. */
export type Phone = Calibration & { model: PhoneModel; readonly [calibrated]: true };

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

/** Calibrates the slowdown with Lighthouse's benchmark in this browser. `known`: an earlier calibration, which is checked first. */
export async function calibratePhone(browser: Browser, model: PhoneModel, known: Phone | null): Promise<Phone> {
  const found = await onBlankPage(browser, async (indexAt) => {
    if (known) return recalibrate(indexAt, model.index, known);
    // The first run includes compilation.
    await indexAt(1);
    return calibrate(indexAt, model.index);
  });
  return { ...found, model } as Phone;
}

/** No slowdown, for a run that only checks that the entries work. */
export const measureMachine = (browser: Browser, model: PhoneModel): Promise<Phone> =>
  onBlankPage(browser, async (indexAt) => {
    const idle = await indexAt(1);
    return { rate: 1, idle, index: idle, scale: 1, model } as Phone;
  });

/** Measures the current benchmark index with the phone's slowdown. */
export const indexNow = (browser: Browser, { rate }: Phone): Promise<number> => onBlankPage(browser, (indexAt) => indexAt(rate));

/** Slows the page's scripts down to the phone's speed. */
export async function runLike(phone: Phone, cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.rate });
}
