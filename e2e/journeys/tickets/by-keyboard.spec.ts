import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketMessages } from '@portal/contracts/tickets/tickets.rules';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';
import { makePicture } from '../../support/pictures';

test('a ticket is written by keyboard alone: an invalid field gets the focus, and after the ticket was sent the list has the focus', async ({
  page,
  guard,
  job,
  awarded,
}) => {
  await awarded(guard, job);
  await logInByKeyboard(page, guard);
  await page.goto(ticketsPaths.support({ tab: 'upcoming' }));
  await tabTo(page, page.getByRole('link', { name: job.title }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Report Issue' })).toBeFocused();
  await expect(page.getByLabel('Job', { exact: true })).toHaveValue(job.jobId);

  await tabTo(page, page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByRole('link', { name: ticketMessages.imageMissing })).toBeVisible();
  await page.keyboard.type('The gate code is wrong');
  await page.keyboard.press('Tab');
  await page.keyboard.type('It does not open the north gate.');
  await tabTo(page, page.getByRole('button', { name: 'Choose pictures: Photos' }));
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([await makePicture(page, { name: 'gate.jpg' })]);
  await expect(page.getByRole('button', { name: 'Remove gate.jpg' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');

  await expect(page.getByText(ticketMessages.received)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Previous Tickets' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'View More: The gate code is wrong' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('It does not open the north gate.')).toBeVisible();
});
