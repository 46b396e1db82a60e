import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { authPaths } from '@portal/contracts/auth/auth.paths';
import { sessionsMessages } from '@portal/contracts/auth/auth.sessions';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages } from '@portal/contracts/documents/documents.rules';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { withdrawMessages } from '@portal/contracts/earnings/earnings.rules';
import { openWithdrawals, payWithdrawal, processWithdrawal } from '@portal/contracts/earnings/earnings.staff';
import { contactMessages } from '@portal/contracts/guards/guards.contacts';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { makePast, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { callAs } from '../../support/api';
import { loseSignal, press } from '../../support/chrome';
import { addDocument, fillDocument } from '../../support/documents';
import { expect, logIn, test } from '../../support/fixtures';
import { expectWithinWindow } from '../../support/layout';
import { siteDay } from '../../support/siteDay';
import { freshMobile } from '../../support/unique';

test.use({ actionTimeout: 30_000 });

const toast = (page: Page, words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words);
const note = (page: Page) => page.getByRole('region', { name: 'Please note' });

test('a guard maintains their account: licence, documents, pay, a rating, the phone number, a stolen phone', async ({
  page,
  context,
  browser,
  contextOptions,
  guard,
  job,
  awarded,
  staff,
  noise,
  baseURL,
}) => {
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/);
  await awarded(guard, job);
  // Two nights of eight hours at $31: $496, of which $12 were not paid.
  await staff.call(makePast, { guard: guard.id, jobId: job.jobId, shortBy: '12.00', licenceDays: 13 });
  const mobile = freshMobile();
  const bank = { accHolderName: 'Ada Marsh', bankTransitNumber: '10202', bankInstitution: '004', bankAccountNumber: '704218365' };
  await callAs(String(baseURL), guard, saveBank, { id: guard.id, ...bank, wantTopay: 2 });
  await logIn(page, guard);

  await test.step('sees on every page that the licence ends in 13 days', async () => {
    for (const path of [guardsPaths.myProfile({ id: guard.id }), jobsPaths.search(), earningsPaths.withdraw()]) {
      await page.goto(path);
      await expect(note(page)).toContainText(/Your security licence expires in 1[23] days/);
    }
  });

  await test.step('shows the licence card without a connection', async () => {
    await page.goto(documentsPaths.list());
    const button = page.getByRole('button', { name: 'Licence card' });
    await expect(button).toBeVisible();
    await loseSignal(page);
    await press(button);
    const card = page.getByRole('dialog', { name: 'Security guard licence' });
    await expect(card).toContainText(/Ends in 1[23] days/);
    await press(card.getByRole('button', { name: 'Done' }));
    await context.setOffline(false);
  });

  await test.step('replaces a document, which remains one document all the time', async () => {
    await addDocument(page, { type: 'Canadian passport', number: '12-34 5', expiry: siteDay(40) });
    await press(page.getByRole('link', { name: 'Edit: Canadian passport' }));
    await expect(page.getByLabel('Document number')).toHaveValue('12345');
    await fillDocument(page, { type: 'Canadian passport', number: '12345', expiry: siteDay(900) });
    await press(page.getByRole('button', { name: 'Save' }));
    await expect(toast(page, documentMessages.updated)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Delete: / })).toHaveCount(1);
  });

  await test.step('sees that a shift paid $12 less than expected, and asks about it in a prefilled ticket', async () => {
    await page.goto(earningsPaths.withdraw());
    await expect(page.getByText('paid $12.00 less than expected')).toBeVisible();
    await expectWithinWindow(page);
    await press(page.getByRole('link', { name: 'See the pay check' }));
    await expect(page.getByRole('link', { name: /^Ask about pay: / })).toBeVisible();
    await expectWithinWindow(page);
    await page.goBack();
    await press(page.getByRole('link', { name: 'Ask about pay' }));
    await expect(page.getByLabel('Ticket type')).toHaveValue('4');
    await expect(page.getByLabel('Job', { exact: true })).toHaveValue(job.jobId);
    await expect(page.getByLabel('Title')).toHaveValue(/\$12\.00 less than expected/);
    await expect(page.getByLabel('Description')).toHaveValue(/Missing: \$12\.00/);
  });

  await test.step('requests a withdrawal, and sees it requested, in process and paid', async () => {
    await page.goto(earningsPaths.withdraw());
    await press(page.getByRole('button', { name: 'Withdraw' }));
    await expect(page.getByLabel('Amount')).toHaveValue('484.00');
    await press(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
    await expect(page.getByText(withdrawMessages.submitted)).toBeVisible();
    await press(page.getByRole('button', { name: 'OK' }));
    const current = page.getByRole('list', { name: 'Steps of the withdrawal of $484.00' }).locator('[aria-current="step"]');
    await expect(current).toContainText('Requested');
    const withdrawal = (await staff.call(openWithdrawals, {})).find(
      ({ amount, guard: owner }) => amount === '484.00' && owner === guard.email,
    );
    await staff.call(processWithdrawal, { withdrawalId: withdrawal?.id ?? '' });
    await expect(current).toContainText('In process');
    await staff.call(payWithdrawal, { withdrawalId: withdrawal?.id ?? '' });
    await expect(current).toContainText('Paid');
  });

  await test.step('downloads the year for the accountant', async () => {
    await page.goto(earningsPaths.withdraw({ tab: 'statements' }));
    await page.getByLabel('Period').selectOption(`Year ${siteDay(-2).slice(0, 4)}`);
    await page.getByLabel('CSV').check();
    const saving = page.waitForEvent('download');
    await press(page.getByRole('button', { name: 'Download' }));
    const text = await readFile(await (await saving).path(), 'utf8');
    expect(text).toContain(job.title);
    expect(text).toContain('236.00');
  });

  await test.step('appeals a rating', async () => {
    await page.goto(ratingsPaths.list());
    await press(page.getByRole('link', { name: job.title }).first());
    await expect(page.getByText('The gate was not watched for a while.')).toBeVisible();
    await press(page.getByRole('button', { name: 'Appeal this rating' }));
    await press(page.getByRole('button', { name: 'Send the appeal' }));
    await expect(page.getByText(/^Appealed on /)).toBeVisible();
  });

  await test.step('changes the phone number by a code', async () => {
    await page.goto(guardsPaths.settings());
    await press(page.getByRole('link', { name: /^Phone and e-mail/ }));
    await press(page.getByRole('button', { name: 'Change phone' }));
    await page.getByLabel('New mobile number').fill(mobile);
    await press(page.getByRole('button', { name: 'Send the code' }));
    const code = page.getByLabel('Code of 6 digits');
    await expect(code).toBeVisible();
    const [sms] = await staff.call(readMailbox, { to: mobile });
    await code.fill(sms?.body.match(/\d{6}/)?.[0] ?? '');
    await press(page.getByRole('button', { name: 'Confirm' }));
    await expect(toast(page, contactMessages.changed.mobile)).toBeVisible();
  });

  await test.step('signs the stolen phone out: its open page goes to login', async () => {
    const stolen = await browser.newContext(contextOptions);
    const there = await stolen.newPage();
    await logIn(there, guard);
    await page.goto(`${guardsPaths.settings()}#sessions`);
    // The most recently seen session is the first one.
    await press(page.getByRole('button', { name: /^Sign out .*, last seen/ }).first());
    await expect(toast(page, sessionsMessages.ended)).toBeVisible();
    await there.goto(jobsPaths.search());
    await expect(there).toHaveURL(authPaths.login());
    await stolen.close();
  });

  await test.step('downloads a copy of all stored data', async () => {
    await page.goto(`${guardsPaths.settings()}#privacy`);
    await press(page.getByRole('button', { name: 'Make my copy' }));
    const save = page.getByRole('button', { name: /^Download the ZIP/ });
    await expect(save).toBeVisible({ timeout: 60_000 });
    const saving = page.waitForEvent('download');
    await press(save);
    const zip = await readFile(await (await saving).path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
  });
});
