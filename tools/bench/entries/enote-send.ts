import type { Page } from '@playwright/test';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { timeClick } from '../browser/clickClock';
import { throttle } from '../browser/network';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import type { Lab } from '../lab';
import { median, ms } from '../numbers';

/** What a recording of this length shows while it runs: long enough to have several pieces on the device. */
const LENGTH = '0:05 of';
const ON_DEVICE = 'waits on this device';

/** Runs in the page. */
const isShown = ({ selector, text }: { selector: string; text: string }) =>
  [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(text));

const press = (page: Page, name: string, selector: string, text = '') =>
  timeClick(page, { isShown, argument: { selector, text }, click: () => page.getByRole('button', { name, exact: true }).click() });

/** Milliseconds from Stop to a recording that can be heard, and from Submit to a note that is on the device. */
async function send(lab: Lab): Promise<{ stopped: number; kept: number }> {
  const { context, page, cdp } = await openPage(await lab.browser(), await lab.composed(), true);
  try {
    await context.grantPermissions(['microphone']);
    await page.goto(enotesPaths.write());
    await page.getByRole('button', { name: 'Patrol done' }).click();
    const job = page.getByLabel('Job');
    if ((await job.count()) > 0 && !(await job.inputValue())) await job.selectOption({ index: 1 });
    await page.getByRole('tab', { name: 'Audio' }).click();
    await page.waitForLoadState('networkidle');
    await throttle(cdp, { network: false });
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText(LENGTH).waitFor();
    await context.setOffline(true);
    const stopped = await press(page, 'Stop', 'main [aria-label="Listen to the recording"][src]');
    const kept = await press(page, enoteMessages.submit, 'main', ON_DEVICE);
    return { stopped, kept };
  } finally {
    await context.close();
  }
}

export const enoteSend: Entry = {
  id: 'enote-send',
  what: 'E-note without signal: Stop to a recording that can be heard, plus Submit to "on device", CPU x4, medians',
  unit: 'ms',
  atMost: 300,
  async measure(lab) {
    const [stopped, kept]: [number[], number[]] = [[], []];
    for (let run = 1; run <= lab.runs; run++) {
      lab.say(`a note is recorded, ${run} of ${lab.runs}`);
      const took = await send(lab);
      stopped.push(took.stopped);
      kept.push(took.kept);
    }
    return { value: median(stopped) + median(kept), detail: `Stop ${ms(median(stopped))}, Submit ${ms(median(kept))}` };
  },
};
