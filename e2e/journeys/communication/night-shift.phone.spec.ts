import type { Locator, Page } from '@playwright/test';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { writeChat } from '@portal/contracts/chat/chat.staff';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { answerInjury, openInjuries } from '@portal/contracts/injuries/injuries.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { loseSignal, press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { makePicture } from '../../support/pictures';

test.use({ actionTimeout: 30_000 });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const toast = (page: Page, words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words);
const own = (page: Page) => page.getByRole('list', { name: 'Your e-notes' });
const sentAt = /Sent \d\d?:\d\d/;

async function openRoom(page: Page, jobTitle: string): Promise<Locator> {
  await page.goto(chatPaths.rooms());
  await press(page.getByRole('link').filter({ hasText: jobTitle }));
  return page.getByRole('log');
}

async function write(page: Page, words: string) {
  await page.getByRole('textbox', { name: /^Message to/ }).fill(words);
  await page.keyboard.press('Enter');
}

test('a night shift: an e-note without signal, the chat, an alert and an injury', async ({
  page,
  context,
  browser,
  contextOptions,
  guard,
  guardAt,
  postJobOfNow,
  awarded,
  staff,
  noise,
}) => {
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/);
  await context.grantPermissions(['microphone', 'geolocation']);
  await context.setGeolocation({ latitude: 43.6532, longitude: -79.3832, accuracy: 15 });
  const colleague = await guardAt('done');
  const job = await postJobOfNow();
  await awarded(guard, job);
  await awarded(colleague, job);
  await logIn(page, guard);

  await test.step('is on shift', async () => {
    await page.goto(jobsPaths.onJob());
    await press(page.getByRole('button', { name: onJobLabels.arrived }));
    await expect(page.getByText(/^Arrived \d/)).toBeVisible();
  });

  await test.step('offline: records half a minute from a common note, with a photo, and stores it on the device', async () => {
    await press(page.getByRole('tab', { name: onJobLabels.notes }));
    await press(page.getByRole('link', { name: 'Write an e-note' }));
    await press(page.getByRole('button', { name: 'Door found open' }));
    await press(page.getByRole('tab', { name: 'Audio' }));
    const record = page.getByRole('button', { name: 'Record', exact: true });
    await expect(record).toBeVisible();
    await loseSignal(page);
    await press(record);
    await expect(page.getByText('0:30 of')).toBeVisible({ timeout: 60_000 });
    await press(page.getByRole('button', { name: 'Stop' }));
    await expect(page.getByLabel('Listen to the recording')).toBeVisible();
    await page.locator('input[type=file][accept="image/*"]:not([capture])').setInputFiles(await makePicture(page, { fromPhone: true }));
    await press(page.getByRole('button', { name: 'Submit' }));
    await expect(title(page, 'On Job')).toBeVisible();
    await expect(own(page)).toContainText('On this phone, waiting to be sent');
  });

  await test.step('goes online: the note is sent; staff and the other guard of the job have it', async () => {
    await context.setOffline(false);
    await expect(own(page)).toContainText(sentAt, { timeout: 60_000 });
    const { docs } = await staff.call(staffEnotes, { jobId: job.jobId });
    expect(docs).toMatchObject([{ title: 'Door found open', type: 2, photo: expect.any(String), file: expect.any(String) }]);
    expect(docs[0]?.seconds).toBeGreaterThan(28);
  });

  const other = await browser.newContext(contextOptions);
  const next = await other.newPage();
  await logIn(next, colleague);

  await test.step('the colleague sees the note and answers in the chat; read marks appear', async () => {
    await next.goto(enotesPaths.list({ jobId: job.jobId }));
    await expect(next.getByRole('heading', { name: 'Door found open' })).toBeVisible();
    await expect(next.getByRole('link', { name: 'Download Audio' })).toBeVisible();
    const ownRoom = await openRoom(page, job.title);
    await write(page, 'A door stood open, see my note.');
    await expect(ownRoom.getByText('A door stood open, see my note.')).toBeVisible();
    const colleagueRoom = await openRoom(next, job.title);
    await expect(colleagueRoom.getByText('A door stood open, see my note.')).toBeVisible();
    await expect(ownRoom.getByText(/^Read/).last()).toBeVisible();
    await write(next, 'Coming over.');
    await expect(ownRoom.getByText('Coming over.')).toBeVisible();
    await expect(colleagueRoom.getByText(/^Read/).last()).toBeVisible();
    await staff.call(writeChat, { jobId: job.jobId, message: 'Thank you both.' });
    await expect(ownRoom.getByText('Thank you both.')).toBeVisible();
  });

  await test.step('an alert is a toast on an open page, and a count without one', async () => {
    await staff.call(notify, { guard: guard.id, title: 'The gate code has changed' });
    await expect(toast(page, 'The gate code has changed')).toBeVisible();
    await next.close();
    await staff.call(notify, { guard: colleague.id, title: 'Radio check at nine' });
    const later = await other.newPage();
    await later.goto(jobsPaths.allJobs());
    // The award is the other notification.
    await expect(later.getByRole('link', { name: 'Notifications 2 unread' }).filter({ visible: true })).toBeVisible();
    await other.close();
  });

  await test.step('reports an injury with a photo; staff answer, and the answer is read', async () => {
    const chosen = page.getByLabel('Job', { exact: true });
    // The guard was early; the job can be chosen after its shift has begun.
    await expect(async () => {
      await page.goto(injuriesPaths.report());
      await page.getByLabel('I am still on this job').check();
      await expect(chosen.getByRole('option', { name: job.title })).toBeAttached({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    await chosen.selectOption(job.jobId);
    await page.getByLabel('Description').fill('Slipped on the stairs.');
    await page.locator('input[type=file]:not([capture])').setInputFiles(await makePicture(page));
    await press(page.getByRole('button', { name: 'Submit' }));
    await expect(title(page, 'Previous Injuries')).toBeVisible();
    const report = (await staff.call(openInjuries, {})).find(({ jobId }) => jobId.id === job.jobId);
    await staff.call(answerInjury, { injuryId: report?.id ?? '', title: 'Go home', description: 'Somebody takes over at three.' });
    await press(page.getByRole('link', { name: /^View More/ }).first());
    await expect(page.getByText('Somebody takes over at three.')).toBeVisible();
  });
});

test('a question about pay, through the link on earnings with the job preselected, is answered', async ({
  page,
  guard,
  postJobOfNow,
  awarded,
  staff,
}) => {
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(ticketsPaths.report({ type: 4, job: job.jobId }));
  await expect(page.getByLabel('Ticket type')).toHaveValue('4');
  await expect(page.getByLabel('Job', { exact: true })).toHaveValue(job.jobId);
  await page.getByLabel('Title').fill('Night rate');
  await page.getByLabel('Description').fill('Is the night rate paid from ten?');
  await page.locator('input[type=file][multiple]').setInputFiles(await makePicture(page));
  await press(page.getByRole('button', { name: 'Submit' }));
  await expect(toast(page, 'Your ticket')).toBeVisible();
  const ticket = (await staff.call(openTickets, {})).find(({ jobId }) => jobId.id === job.jobId);
  await staff.call(answerTicket, { ticketId: ticket?.id ?? '', response: 'Yes, from ten.' });
  await page.goto(notificationsPaths.list());
  await press(page.getByRole('link', { name: /answered your/ }).first());
  await expect(page.getByText('Yes, from ten.')).toBeVisible();
});
