import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { ticketMessages } from '@portal/contracts/tickets/tickets.rules';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { makePicture } from '../../support/pictures';
import type { Staff } from '../../support/staff';
import { countStored } from '../../support/storedDrafts';

const ticket = { title: 'Two hours are missing', description: 'I worked until 06:00,\nthe record says 04:00.' };

async function answer(staff: Staff, guardId: string, response: string): Promise<void> {
  const open = (await staff.call(openTickets, {})).filter(({ guard }) => guard === guardId);
  expect(open.map(({ ticketTitle }) => ticketTitle)).toEqual([ticket.title]);
  await staff.call(answerTicket, { ticketId: open[0]?.id ?? '', response });
}

test('[AUTHZ-37] a guard asks about a job with three pictures, which survive a reload; staff reply, and the open page shows it', async ({
  page,
  guard,
  job,
  staff,
  awarded,
}) => {
  await awarded(guard, job);
  await logIn(page, guard);

  await test.step('chooses the job', async () => {
    await page.goto(ticketsPaths.support());
    await press(page.getByRole('tab', { name: 'Upcoming Job' }));
    await press(page.getByRole('link', { name: job.title }));
    await expect(page.getByRole('heading', { level: 1, name: 'Report Issue' })).toBeVisible();
    await expect(page.getByLabel('Ticket type')).toHaveValue('2');
    await expect(page.getByLabel('Job', { exact: true })).toHaveValue(job.jobId);
  });

  await test.step('fills in the ticket, and finds it again after a reload', async () => {
    await page.getByLabel('Title').fill(ticket.title);
    await page.getByLabel('Description').fill(ticket.description);
    const files = await Promise.all(
      ['slip', 'record', 'gate'].map((name) =>
        makePicture(page, { name: `${name}.jpg`, width: 900, height: 600, fromPhone: name === 'gate' }),
      ),
    );
    await page.locator('input[type=file][multiple]').setInputFiles(files);
    await expect(page.getByRole('button', { name: /^View (slip|record|gate)\.jpg/ })).toHaveCount(3);
    await expect.poll(() => countStored(page, 'files')).toBe(3);
    await page.reload();
    await expect(page.getByText(/^We kept what you entered/)).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue(ticket.title);
    await expect(page.getByRole('listitem').filter({ hasText: '.jpg' })).toHaveCount(3);
  });

  await test.step('sends it', async () => {
    await press(page.getByRole('button', { name: 'Submit' }));
    await expect(page.getByText(ticketMessages.received)).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('');
    await press(page.getByRole('link', { name: `View More: ${ticket.title}` }));
    await expect(page.getByRole('heading', { level: 1, name: 'Ticket Detail' })).toBeVisible();
    await expect(page.getByText('the record says 04:00.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^View (slip|record|gate)\.jpg/ })).toHaveCount(3);
  });

  await test.step('sees a picture in full', async () => {
    await press(page.getByRole('button', { name: /^View / }).nth(1));
    await expect(page.getByRole('dialog').getByText('2 of 3')).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('reads the reply, without an action, and after a reload', async () => {
    await expect(page.getByText('We have not replied yet. We will notify you when we do.')).toBeVisible();
    await answer(staff, guard.id, 'You are right, it is paid on Friday.');
    await expect(page.getByText('You are right, it is paid on Friday.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('You are right, it is paid on Friday.')).toBeVisible();
    await page.goto(notificationsPaths.list());
    await expect(page.getByRole('heading', { name: ticketMessages.answered })).toBeVisible();
    await page.goto(ticketsPaths.previous());
    await expect(page.getByRole('listitem').filter({ hasText: ticket.title })).toContainText('Answered');
  });
});
