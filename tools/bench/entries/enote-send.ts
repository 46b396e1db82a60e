import type { Page } from '@playwright/test';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { throttle } from '../browser/network';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import type { Lab } from '../lab';
import { median, ms } from '../numbers';

const WITHIN_MS = 60_000;
/** What a recording of this length shows while it runs: long enough to have several pieces on the device. */
const LENGTH = '0:05 of';
const ON_DEVICE = 'waits on this device';

interface Clock {
  took: number | null;
}

/** Runs in the page: from the next click to the frame after which one of these stands painted. */
function timeNextClick({ selector, text }: { selector: string; text: string }): void {
  const clock: Clock = { took: null };
  Object.assign(globalThis, { __clock: clock });
  const isShown = () => [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(text));
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

async function timeClick(page: Page, button: string, shown: { selector: string; text: string }): Promise<number> {
  await page.evaluate(timeNextClick, shown);
  await page.getByRole('button', { name: button, exact: true }).click();
  const took = await page.waitForFunction(() => (globalThis as unknown as { __clock: Clock }).__clock.took, null, { timeout: WITHIN_MS });
  return Number(await took.jsonValue());
}

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
    const stopped = await timeClick(page, 'Stop', { selector: 'main [aria-label="Listen to the recording"][src]', text: '' });
    const kept = await timeClick(page, enoteMessages.submit, { selector: 'main', text: ON_DEVICE });
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
