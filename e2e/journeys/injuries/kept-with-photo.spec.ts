import type { Page } from '@playwright/test';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { DEFAULT_TITLE, injuryLabels, injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.staff';
import { loseSignal, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { makePicture } from '../../support/pictures';
import { apiCall } from '../../support/staff';

const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);
const chip = (page: Page) => page.getByRole('button', { name: '1 waiting to be sent' });
const unsent = (page: Page) => page.getByRole('list', { name: 'Not sent yet' });

/** Fills in the form about the guard's current job, after its shift has begun. */
async function fill(page: Page, title: string) {
  const job = page.getByLabel('Job', { exact: true });
  await expect(async () => {
    await page.goto(injuriesPaths.report());
    await page.getByRole('switch', { name: 'I am still on this job' }).check();
    await expect(job.getByRole('option', { name: title })).toBeAttached({ timeout: 5000 });
  }).toPass({ timeout: 120_000 });
  await job.selectOption({ index: 1 });
  await page.getByLabel('Description').fill('Pushed against the gate.');
  await page.locator('input[type=file]:not([capture])').setInputFiles(await makePicture(page, { name: 'arm.jpg' }));
  await expect(page.getByText('arm.jpg')).toBeVisible();
}

test.beforeEach(({ noise }) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
});

test('an injury reported offline waits with its photo, through a reload, is sent once, and is answered', async ({
  page,
  context,
  guard,
  postJobOfNow,
  awarded,
  staff,
}) => {
  const sent: string[] = [];
  context.on('response', (response) => {
    if (apiCall(reportInjury)(new URL(response.url())) && response.request().method() === 'POST')
      sent.push(`${response.status()} ${response.request().headers()['idempotency-key']}`);
  });
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  await fill(page, job.title);

  await test.step('is stored on the device', async () => {
    await loseSignal(page);
    await press(page.getByRole('button', { name: 'Submit' }));
    await expect(page).toHaveURL(injuriesPaths.previous());
    await expect(unsent(page)).toContainText(DEFAULT_TITLE);
    await expect(page.getByText(injuryMessages.kept).first()).toBeVisible();
    await expect(chip(page)).toBeVisible();
  });

  await test.step('is still there after a reload, with its size', async () => {
    await context.route(isApiCall, (route) => route.abort());
    await context.setOffline(false);
    await page.reload();
    await press(chip(page));
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(/On this device since .*, \d+ kB/);
    await page.keyboard.press('Escape');
    expect(sent).toEqual([]);
  });

  await test.step('is sent automatically, with its photo', async () => {
    await context.unroute(isApiCall);
    await expect(page.getByRole('rowheader', { name: DEFAULT_TITLE })).toBeVisible({ timeout: 60_000 });
    await expect(unsent(page)).toHaveCount(0);
    expect(sent).toEqual([expect.stringMatching(/^200 .{8}/)]);
    await press(page.getByRole('button', { name: `View ${DEFAULT_TITLE} 1` }));
    const shown = page.getByRole('dialog').getByRole('img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `View ${DEFAULT_TITLE} 1` })).toBeFocused();
  });

  await test.step('the guard reads the reply of staff', async () => {
    await press(page.getByRole('link', { name: `${injuryLabels.viewMore}: ${DEFAULT_TITLE}` }));
    await expect(page.getByText('Pushed against the gate.')).toBeVisible();
    const injury = (await staff.call(openInjuries, {})).find((one) => one.guard === guard.id);
    await staff.call(answerInjury, { injuryId: injury?.id ?? '', title: 'We have seen it', description: 'A form is in your mail.' });
    await expect(page.getByRole('heading', { name: 'We have seen it' })).toBeVisible();
  });
});

test('a device without storage shows a message: the report is not sent, and stays in the form', async ({
  page,
  context,
  guard,
  postJobOfNow,
  awarded,
}) => {
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  await fill(page, job.title);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The device is full', 'QuotaExceededError');
    };
  });
  await context.route(isApiCall, (route) => route.abort());
  await press(page.getByRole('button', { name: 'Submit' }));
  await expect(page.getByText(injuryMessages.notSaved)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(injuriesPaths.report());
  await expect(page.getByText('arm.jpg')).toBeVisible();
  await context.unroute(isApiCall);
  await press(page.getByRole('button', { name: 'Submit' }));
  await expect(page.getByRole('rowheader', { name: DEFAULT_TITLE })).toBeVisible();
});
