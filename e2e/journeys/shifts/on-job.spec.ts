import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { site } from '@portal/contracts/_kernel/site';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { sosPage } from '@portal/contracts/shifts/shifts.sos';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { loseSignal, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

const onePage = sosPage('');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const did = (page: Page, what: string) => page.getByRole('list', { name: 'What you did' }).getByRole('listitem').filter({ hasText: what });
const field = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('+ dd');

/** Presses the SOS button until it has acted. */
async function holdSos(page: Page, until: RegExp) {
  await page.getByRole('button', { name: /^SOS/ }).hover();
  await page.mouse.down();
  await expect(page.getByRole('status').filter({ hasText: until })).toBeVisible();
  await page.mouse.up();
}

test('[AUTHZ-28, AUTHZ-29, AUTHZ-30] a guard arrives, works, takes a break, loses the connection in an emergency, ends the job, is paid and downloads the record', async ({
  page,
  browser,
  context,
  guard,
  postJobOfOneShift,
  awarded,
  staff,
  noise,
}) => {
  // The shift itself takes more than a minute, because its pay is counted by the minute.
  test.setTimeout(240_000);
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 43.6532, longitude: -79.3832, accuracy: 15 });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.toggleAttribute('data-printed', true);
  });
  await logIn(page, guard);
  const job = await postJobOfOneShift();
  // Outside of the page, because the screens may take longer than the time until the shift.
  await awarded(guard, job);

  await test.step('sees On Job and arrives, with the position', async () => {
    await page.goto(jobsPaths.allJobs());
    await press(page.getByRole('main').getByRole('link', { name: 'On Job', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'On Job' })).toBeVisible();
    await press(page.getByRole('button', { name: onJobLabels.arrived }));
    await expect(page.getByText(/^Arrived .* from the site \(position accurate to 15 m\)$/)).toBeVisible();
    await expect(did(page, 'Arrival')).toContainText('Sent');
  });

  await test.step('starts; the four fields count', async () => {
    await press(page.getByRole('button', { name: onJobLabels.start }));
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
    const before = await field(page, onJobLabels.timeOnJob).textContent();
    await expect(field(page, onJobLabels.timeOnJob)).not.toHaveText(before ?? '');
  });

  await test.step('takes a break with a reason, and ends it', async () => {
    await press(tab(page, onJobLabels.takeBreak));
    await press(page.getByRole('tabpanel').getByRole('button', { name: onJobLabels.takeBreak }));
    const dialog = page.getByRole('dialog', { name: onJobLabels.takeBreak });
    await dialog.getByLabel('Reason').selectOption({ index: 1 });
    await dialog.getByLabel('Note').fill('Soup');
    await press(dialog.getByRole('button', { name: onJobLabels.submit }));
    await expect(page.getByRole('heading', { name: /^On a break/ })).toBeVisible();
    await page.reload();
    await press(page.getByRole('button', { name: onJobLabels.endBreak }));
    await expect(did(page, 'End of the break')).toContainText('Sent');
    await expect(page.getByText('Running', { exact: true })).toBeVisible();
  });

  await test.step('offline, an SOS waits on the phone with a message; 911 stays in reach', async () => {
    await loseSignal(page);
    await holdSos(page, /^Not sent yet$/);
    await expect(page.getByText(/It is saved on this phone/)).toBeVisible();
    await expect(page.getByRole('link', { name: onJobLabels.call })).toHaveAttribute('href', 'tel:911');
  });

  await test.step('online, it is sent, and acknowledged when staff did so', async () => {
    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: /^Sent \d/ })).toBeVisible();
    const sos = (await staff.call(openSos, {})).find(({ jobTitle }) => jobTitle === job.title);
    expect(sos).toMatchObject({ isActive: true, state: 'sent' });
    // The API stores the SOS first; the message is sent a moment later.
    let link = '';
    await expect(async () => {
      const messages = await staff.call(readMailbox, { to: site.supportEmail });
      const message = messages.find(({ subject, body }) => subject.endsWith(job.title) && body.includes(onePage));
      link = message?.body.split('Acknowledge: ')[1] ?? '';
      expect(link).toContain(onePage);
    }).toPass();
    const desk = await browser.newPage({ javaScriptEnabled: false });
    await desk.goto(link);
    await expect(desk.getByText(job.title)).toBeVisible();
    await expect(desk.getByRole('link', { name: 'Open the map' })).toBeVisible();
    await press(desk.getByRole('button', { name: 'Acknowledge as Dispatch' }));
    await expect(desk.getByRole('heading', { name: 'Acknowledged' })).toBeVisible();
    await desk.close();
    await expect(page.getByRole('status').filter({ hasText: /^Acknowledged by Dispatch at \d/ })).toBeVisible();
  });

  await test.step('sees the acknowledgement on another screen, and the SOS and the state in every tab of On Job', async () => {
    const notice = page.getByRole('region', { name: 'Please note' }).filter({ hasText: /Your SOS was acknowledged by Dispatch at \d/ });
    await page.goto(jobsPaths.search());
    await expect(notice).toBeInViewport();
    await page.goto(jobsPaths.onJob());
    for (const name of [onJobLabels.notes, onJobLabels.endJob, onJobLabels.sos, onJobLabels.takeBreak]) {
      await press(tab(page, name));
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(page.getByRole('button', { name: /^SOS/ })).toBeInViewport({ ratio: 1 });
      await expect(page.getByText('Running', { exact: true })).toBeInViewport({ ratio: 1 });
    }
  });

  await test.step('ends the job with reason, comment and stars, and is paid', async () => {
    await expect(field(page, onJobLabels.totalEarning)).not.toHaveText('$0.00', { timeout: 90_000 });
    await press(tab(page, onJobLabels.endJob));
    await press(page.getByRole('tabpanel').getByRole('button', { name: onJobLabels.endJob }));
    const dialog = page.getByRole('dialog', { name: onJobLabels.endJob });
    await dialog.getByLabel('Reason').selectOption({ index: 1 });
    await dialog.getByLabel('Comment').fill('All gates locked.');
    await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await press(dialog.getByRole('button', { name: onJobLabels.submit }));
    await expect(page.getByRole('heading', { name: 'Your shift has ended' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'What comes next' })).toContainText(/Earning \$\d+\.\d\d/);
  });

  await test.step('finds earning and record in the history, exports and prints it', async () => {
    const earned = (await page.getByRole('region', { name: 'What comes next' }).textContent())?.match(/\$[\d,.]+\d/)?.[0] ?? '';
    await page.goto(jobsPaths.history());
    const row = page.getByRole('row').filter({ hasText: job.title });
    await expect(row).toContainText(earned);
    await press(row.getByRole('button', { name: `${onJobLabels.record}: ${job.title}` }));
    const record = page.getByRole('dialog', { name: onJobLabels.record });
    await expect(record.getByRole('list', { name: 'Events' })).toContainText('SOS acknowledged');

    const download = page.waitForEvent('download');
    await press(record.getByRole('button', { name: 'Download CSV' }));
    const csv = await readFile(await (await download).path(), 'utf8');
    const events = csv.split('\r\n').map((line) => line.split(',')[0]?.replaceAll('"', ''));
    for (const event of ['Arrived', 'Shift started', 'Break started', 'Break ended', 'SOS', 'SOS acknowledged', 'Shift ended'])
      expect(events).toContain(event);
    expect(csv).toContain('All gates locked.');
    expect(csv).toContain(`"${earned}"`);

    await press(record.getByRole('button', { name: 'Print or save as PDF' }));
    await expect(page.locator('html')).toHaveAttribute('data-printed');
    await page.emulateMedia({ media: 'print' });
    await expect(record.getByText('All gates locked.')).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await expect(record.getByRole('button')).toHaveCount(0);
  });
});
