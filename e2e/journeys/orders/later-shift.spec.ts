import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import { setOrders, showOrders } from '@portal/contracts/orders/orders.staff';
import { expect, test } from '../../support/fixtures';
import { logInByKeyboard, tabTo } from '../../support/keyboard';

const orders = JSON.stringify({ sections: [{ title: 'Keys', text: 'The box is behind the door.' }] });

test('the alert about new post orders leads by keyboard to the orders of a later shift', async ({ page, guard, job, awarded, staff }) => {
  await awarded(guard, job);
  await staff.call(setOrders, { jobId: job.jobId, orders, pictures: [] });
  await logInByKeyboard(page, guard);
  await page.goto(notificationsPaths.list());
  await tabTo(page, page.getByRole('link', { name: orderMessages.changedTitle }).first());
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: orderMessages.title });
  await expect(dialog.getByText('The box is behind the door.')).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: orderMessages.read }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const readers = async () => (await staff.call(showOrders, { jobId: job.jobId })).guards.map(({ readAt }) => readAt !== null);
  await expect.poll(readers).toEqual([true]);

  // The job has two coming shifts, and each has the button.
  await page.reload();
  const buttons = page.getByRole('button', { name: orderMessages.open });
  await expect(buttons).toHaveCount(2);
  await tabTo(page, buttons.last());
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The box is behind the door.')).toBeVisible();
});
