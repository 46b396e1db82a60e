import type { Page } from '@playwright/test';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { timeClick } from '../browser/clickClock';
import { runLike } from '../browser/phone';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import type { Pair, PhoneLab } from '../lab';
import { measureInTurn, timesAgainstMonolith } from '../monolithRatio';
import { median, ms } from '../numbers';

/** The recorder's text at this length, at which several pieces are stored on the device. */
const LENGTH = '0:05 of';
const ON_DEVICE = 'is saved on this device';

/** Runs in the page. */
const isShown = ({ selector, text }: { selector: string; text: string }) =>
  [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(text));

const press = (page: Page, name: string, selector: string, text = '') =>
  timeClick(page, { isShown, argument: { selector, text }, click: () => page.getByRole('button', { name, exact: true }).click() });

interface Sent {
  stopped: number;
  kept: number;
}

/** Milliseconds from Stop until the recording can be played, and from Submit until the note is stored on the device. */
async function send(lab: PhoneLab, site: Site): Promise<Sent> {
  const { context, page, cdp } = await openPage(await lab.browser(), site, true);
  try {
    await context.grantPermissions(['microphone']);
    await page.goto(enotesPaths.write());
    await page.getByRole('button', { name: 'Patrol' }).click();
    const job = page.getByLabel('Job');
    if ((await job.count()) > 0 && !(await job.inputValue())) await job.selectOption({ index: 1 });
    await page.getByRole('tab', { name: 'Audio' }).click();
    await page.waitForLoadState('networkidle');
    await runLike(lab.phone, cdp);
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
  what: 'E-note offline: from Stop to a playable recording, plus from Submit to "on device", median',
  on: 'phone',
  unit: 'ms',
  atMost: 300,
  async measure(lab) {
    const asked = { what: 'a note is recorded', rounds: lab.runs, screens: [{ path: enotesPaths.write(), asGuard: true }] };
    const { composed, monolith } = await measureInTurn(lab, asked, (site) => send(lab, site));
    const sum = ({ stopped, kept }: Sent) => stopped + kept;
    const pair: Pair<number> = { composed: composed.map(sum), monolith: monolith.map(sum) };
    const { detail, ...figure } = timesAgainstMonolith(lab, pair, median);
    const of = (part: keyof Sent) => ms(median(composed.map((one) => one[part])));
    return { ...figure, detail: `${detail}; Stop ${of('stopped')}, Submit ${of('kept')}` };
  },
};
