import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { acknowledgeOrders, ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

const setAt = '2027-03-12T15:00:00.000Z';
const orders = { version: 2, setAt, sections: [{ title: 'Keys', text: 'The box is behind the door.', picture: null }], contacts: [] };
const tuesday = shift({ shiftDate: '2027-03-16', startTime: '2027-03-16T22:05:00Z', endTime: '2027-03-17T06:35:00Z' }, 2);
const away = shift({ shiftDate: '2027-03-17', startTime: '2027-03-17T22:05:00Z', endTime: '2027-03-18T06:35:00Z', state: 'on-leave' }, 3);

async function open(changes: Partial<JobDetail>, query: Record<string, string> = {}) {
  mockEndpoint(jobDetail, detailOf({ upcomingShifts: [shift(), tuesday, away], ...changes }));
  const asked = mockEndpoint(ordersOfShift, orders);
  const page = renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail({ ...jobIds(), ...query }) });
  await screen.findByText('Total earning');
  return { asked, ...page };
}
const buttons = () => screen.queryAllByRole('button', { name: /^Post orders/ }).map((button) => button.getAttribute('aria-label'));

it('[ORDERS-05] each coming shift opens the post orders of its site, and not one on leave', async () => {
  const { asked, user } = await open({ orders: { version: 2, isRead: true } });
  expect(buttons()).toEqual(['Post orders, Sun, Mar 14, 2027', 'Post orders, Tue, Mar 16, 2027']);
  await user.click(screen.getByRole('button', { name: 'Post orders, Tue, Mar 16, 2027' }));
  expect(await screen.findByText('The box is behind the door.')).toBeVisible();
  expect(asked.calls).toEqual([{ shiftId: tuesday.shiftId }]);
});

it('[ORDERS-05] the address of the alert opens them, and the press acknowledges them for that shift', async () => {
  const read = mockEndpoint(acknowledgeOrders, { version: 2, at: setAt });
  const { user } = await open({ orders: { version: 2, isRead: false } }, { shiftId: tuesday.shiftId, open: 'orders' });
  await user.click(await screen.findByRole('button', { name: 'I have read them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(read.calls).toMatchObject([{ jobId: jobIds().jobId, shiftId: tuesday.shiftId, version: 2 }]);
});

it.each([
  ['a site without post orders', { orders: null }],
  ['the previous API', {}],
])('offers none for %s', async (_what, changes) => {
  await open(changes, { shiftId: tuesday.shiftId, open: 'orders' });
  expect([buttons(), screen.queryByRole('dialog')]).toEqual([[], null]);
});

it('shows a failed load in the dialog', async () => {
  const { user } = await open({ orders: { version: 2, isRead: true } });
  mockEndpoint(ordersOfShift, fails({ code: 503, message: '' }));
  await user.click(screen.getByRole('button', { name: 'Post orders, Tue, Mar 16, 2027' }));
  expect(await screen.findByText('The post orders could not be loaded')).toBeVisible();
});
