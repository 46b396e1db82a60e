import { BASE } from '@portal/contracts/_kernel/endpoint';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import { setOrders, showOrders } from '@portal/contracts/orders/orders.staff';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';
import { makePicture } from '../../support/pictures';
import { apiCall } from '../../support/staff';

const isApiCall = (url: URL) => url.pathname.startsWith(`${BASE}/`);
const orders = JSON.stringify({
  sections: [
    { title: 'Keys', text: 'The box is behind the door.', picture: 'gate.jpg' },
    { title: 'Rounds', text: 'Every two hours.' },
  ],
  contacts: [{ name: 'Caretaker', phone: '4165550142', note: 'Until midnight' }],
});

test('a guard reads the post orders without a connection, starts the shift, and both reach the server with their times', async ({
  page,
  context,
  guard,
  postJobOfNow,
  awarded,
  staff,
  noise,
}) => {
  noise.expected.push(/net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection/);
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  const gate = await makePicture(page, { name: 'gate.jpg' });
  const file = new File([new Uint8Array(gate.buffer)], gate.name, { type: gate.mimeType });
  expect(await staff.call(setOrders, { jobId: job.jobId, orders, pictures: [file] })).toMatchObject({ version: 1, notified: 1 });

  await page.goto(jobsPaths.onJob());
  await expect(page.getByText(orderMessages.unread)).toBeVisible();
  await press(page.getByRole('button', { name: onJobLabels.arrived }));
  await expect(page.getByRole('button', { name: onJobLabels.startUnread })).toBeVisible();

  // The page that the device keeps has the arrival and the orders.
  const ordersReply = page.waitForResponse((response) => apiCall(ordersOfShift)(new URL(response.url())));
  await page.reload();
  await ordersReply;
  await expect(page.getByRole('button', { name: onJobLabels.startUnread })).toBeVisible();

  await test.step('without a connection, and by keyboard', async () => {
    await context.route(isApiCall, (route) => route.abort());
    await page.reload();
    await tabTo(page, page.getByRole('button', { name: orderMessages.open }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('The box is behind the door.')).toBeVisible();
    const shown = dialog.getByRole('img', { name: 'Keys' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await tabTo(page, dialog.getByRole('button', { name: orderMessages.read }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await press(page.getByRole('button', { name: onJobLabels.start, exact: true }));
  });

  await test.step('with it again', async () => {
    await context.unroute(isApiCall);
    await expect
      .poll(async () => (await staff.call(showOrders, { jobId: job.jobId })).guards[0]?.readAt ?? null, { timeout: 60_000 })
      .not.toBeNull();
    await page.reload();
    await expect(page.getByText(orderMessages.unread)).toHaveCount(0);
    await expect(page.getByRole('button', { name: orderMessages.open })).toBeVisible();
  });
});
