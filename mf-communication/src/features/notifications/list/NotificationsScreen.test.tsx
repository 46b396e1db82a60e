import { listNotifications, type Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { NotificationsScreen } from './NotificationsScreen';

const alertOf = (number: number): Notification => ({
  id: mockId(number),
  title: `Alert ${number}`,
  description: `What happened, ${number}`,
  createdAt: '2027-03-14T18:05:00.000Z',
});
const page = (docs: Notification[], total = docs.length) => ({ docs, total });
const open = (path = '/notification') => renderScreen(<NotificationsScreen />, { path, route: '/notification' });

it('[NOTIF-01, NOTIF-02, NOTIF-03] shows title, description and time of each, the stated time in UTC', async () => {
  mockEndpoint(listNotifications, page([alertOf(1)]));
  open();
  const item = await screen.findByRole('listitem');
  expect(within(item).getByRole('heading', { name: 'Alert 1' })).toBeVisible();
  expect(within(item).getByText('What happened, 1')).toBeVisible();
  expect(within(item).getByText('14-03-2027 6:05, PM UTC')).toBeVisible();
  expect(within(item).getByText(/Mar 14, 2027.*2:05/)).toBeVisible();
});

it('[NOTIF-04, NOTIF-05] loads 10 a page from the stated call', async () => {
  const mocked = mockEndpoint(listNotifications, page([alertOf(1)], 25));
  open();
  await screen.findByRole('heading', { name: 'Alert 1' });
  expect(listNotifications).toMatchObject({ method: 'GET', path: '/notification/guard/list' });
  expect(mocked.calls).toEqual([{ page: 1, limit: 10 }]);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/notification?page=3');
  expect(screen.queryByRole('link', { name: 'Page 4' })).toBeNull();
});

it('reads the page from the URL, and the first page for what is no page', async () => {
  const mocked = mockEndpoint(listNotifications, page([alertOf(1)], 25));
  const { portal, unmount } = open('/notification?page=2');
  await screen.findByRole('heading', { name: 'Alert 1' });
  expect(mocked.calls.at(-1)).toEqual({ page: 2, limit: 10 });
  expect(portal.announced).toEqual(['25 alerts found, page 2 of 3']);
  unmount();
  open('/notification?page=-1e9');
  await screen.findByRole('heading', { name: 'Alert 1' });
  expect(mocked.calls.at(-1)).toEqual({ page: 1, limit: 10 });
});

it('[SHARED-31, SHARED-33/2] says No Data Found when there is none, and shows no pager', async () => {
  mockEndpoint(listNotifications, page([]));
  open();
  expect(await screen.findByText('No Data Found')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('says what happened when it fails, and reads again on Retry', async () => {
  mockEndpoint(listNotifications, fails({ code: 400, message: 'Broken' }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken');
  mockEndpoint(listNotifications, page([alertOf(4)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Alert 4' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
