import {
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from '@portal/contracts/notifications/notifications.endpoints';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { NotificationsScreen } from './NotificationsScreen';

const alertOf = (number: number): Notification => ({
  id: mockId(number),
  title: `Alert ${number}`,
  description: `What happened, ${number}`,
  createdAt: '2027-03-14T18:05:00.000Z',
  to: null,
  isRead: true,
});
const unread = (number: number, to: string | null = null): Notification => ({ ...alertOf(number), isRead: false, to });
const page = (docs: Notification[], total = docs.length) => ({ docs, total });
const open = (path = '/notification') => renderScreen(<NotificationsScreen />, { path, route: '/notification' });

it('[NOTIF-01, NOTIF-02, NOTIF-03, AUTHZ-35] shows title, description and time of each, the stated time in UTC', async () => {
  mockEndpoint(listNotifications, page([alertOf(1), { ...alertOf(2), createdAt: '2027-11-02T00:09:00.000Z' }]));
  open();
  const [item, next] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(within(next).getByRole('heading', { name: 'Alert 2' })).toBeVisible();
  expect(within(next).getByText('What happened, 2')).toBeVisible();
  expect(within(next).getByText('02-11-2027 12:09, AM UTC')).toBeVisible();
  expect(within(item).getByRole('heading', { name: 'Alert 1' })).toBeVisible();
  expect(within(item).getByText('What happened, 1')).toBeVisible();
  expect(within(item).getByText('14-03-2027 6:05, PM UTC')).toBeVisible();
  const day = screen.getByRole('region', { name: 'Today' });
  expect(within(day).getAllByRole('listitem')).toEqual([item]);
  expect(within(item).getByText(/^2:05.p\.m\.$/)).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Mon, Nov 1, 2027' })).getAllByRole('listitem')).toEqual([next]);
});

it('[SHARED-21, SHARED-24] shows the day in UTC, even if it is still the evening before at the site', async () => {
  mockEndpoint(listNotifications, page([{ ...alertOf(1), createdAt: '2027-03-12T02:30:00.000Z' }]));
  open();
  const item = await screen.findByRole('listitem');
  expect(within(item).getByText('12-03-2027 2:30, AM UTC')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Thu, Mar 11, 2027' })).toBeVisible();
  expect(within(item).getByText(/^9:30.p\.m\.$/)).toBeVisible();
});

it('[NOTIF-04, NOTIF-05, API-COMM-07] loads 10 a page from the stated call', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => alertOf(at + 1));
  const mocked = mockEndpoint(listNotifications, page(ten, 25));
  open();
  await screen.findByRole('heading', { name: 'Alert 1' });
  expect(screen.getAllByRole('heading', { name: /^Alert \d/ }).map(({ textContent }) => textContent)).toEqual(
    ten.map(({ title }) => title),
  );
  expect(listNotifications).toMatchObject({ method: 'GET', path: '/notification/guard/list' });
  expect(mocked.calls).toEqual([{ page: 1, limit: 10 }]);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/notification?page=3');
  expect(screen.queryByRole('link', { name: 'Page 4' })).toBeNull();
});

it.each([
  [1, [1, 2, 3, 4, 5]],
  [7, [5, 6, 7, 8, 9]],
  [25, [21, 22, 23, 24, 25]],
])('[SHARED-27, SHARED-34/1] on page %d of 25 the pager shows five page links, sliding', async (at, links) => {
  mockEndpoint(listNotifications, page([alertOf(1)], 250));
  open(`/notification?page=${at}`);
  const pager = await screen.findByRole('navigation');
  const shown = within(pager).getAllByRole('link', { name: /^Page \d/ });
  expect(shown.map((link) => Number(link.textContent))).toEqual(links);
  expect(shown.map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('page') ?? '1')).toEqual(links.map(String));
});

it('reads the page from the URL, and the first page for an invalid number', async () => {
  const mocked = mockEndpoint(listNotifications, page([alertOf(1)], 25));
  const { portal, unmount } = open('/notification?page=2');
  await screen.findByRole('heading', { name: 'Alert 1' });
  await waitFor(() => expect(mocked.calls.at(-1)).toEqual({ page: 2, limit: 10 }));
  expect(portal.announced).toEqual(['25 alerts found, page 2 of 3']);
  unmount();
  open('/notification?page=-1e9');
  await screen.findByRole('heading', { name: 'Alert 1' });
  await waitFor(() => expect(mocked.calls.at(-1)).toEqual({ page: 1, limit: 10 }));
});

it('[SHARED-31, SHARED-33/2] shows No Data Found when there is none, and no pager', async () => {
  mockEndpoint(listNotifications, page([]));
  open();
  expect(await screen.findByText('No Data Found')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('shows the reason of a failure, and reads again on Retry', async () => {
  mockEndpoint(listNotifications, fails({ code: 400, message: 'Broken' }));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken');
  mockEndpoint(listNotifications, page([alertOf(4)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Alert 4' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('an unread alert', () => {
  it('is labelled unread, and its button marks it as read and announces that', async () => {
    const docs = [unread(1), alertOf(2)];
    mockEndpoint(listNotifications, () => page(docs));
    const marked = mockEndpoint(readNotification, () => {
      docs[0] = alertOf(1);
      return null;
    });
    const { user, portal } = open();
    const [first, second] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
    expect(within(first).getByText('Unread')).toBeVisible();
    expect(within(second).queryByText('Unread')).toBeNull();
    await user.click(within(first).getByRole('button', { name: 'Mark as read: Alert 1' }));
    await waitFor(() => expect(within(first).queryByText('Unread')).toBeNull());
    expect(marked.calls).toEqual([{ id: mockId(1) }]);
    expect(portal.announced).toContain('Marked as read');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('opens its page by its title, and is marked as read', async () => {
    mockEndpoint(listNotifications, page([unread(1, '/ticketDetail/5')]));
    const marked = mockEndpoint(readNotification, null);
    const { user } = open();
    const link = await screen.findByRole('link', { name: 'Alert 1' });
    expect(link).toHaveAttribute('href', '/ticketDetail/5');
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    await waitFor(() => expect(marked.calls).toEqual([{ id: mockId(1) }]));
  });

  it.each(['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])('opens no page for %s', async (to) => {
    mockEndpoint(listNotifications, page([unread(1, to)]));
    open();
    await screen.findByRole('heading', { name: 'Alert 1' });
    expect(screen.queryByRole('link', { name: 'Alert 1' })).toBeNull();
  });

  it('stays unread when the mark could not be saved, and the guard is informed', async () => {
    mockEndpoint(listNotifications, page([unread(1)]));
    mockEndpoint(readNotification, fails({ code: 500, message: 'Broken' }));
    mockEndpoint(readAllNotifications, fails({ code: 0, message: '' }));
    const { user, portal } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Alert 1' }));
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Could not be marked as read. Please try again.' }]));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(portal.toasts).toHaveLength(2));
    expect(screen.getByText('Unread')).toBeVisible();
    expect(portal.announced).not.toContain('Marked as read');
  });

  it('Mark all marks every alert', async () => {
    let docs = [unread(1), unread(2)];
    mockEndpoint(listNotifications, () => page(docs));
    mockEndpoint(readAllNotifications, () => {
      docs = [alertOf(1), alertOf(2)];
      return null;
    });
    const { user, portal } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
    expect(portal.announced).toContain('All alerts are marked as read');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('on another page can be marked by Mark all', async () => {
    mockEndpoint(listNotifications, page([alertOf(1)], 11));
    open();
    expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeVisible();
  });

  it('has no mark in an API without read marks', async () => {
    const { to: _to, isRead: _isRead, ...before } = alertOf(1);
    mockEndpoint(listNotifications, page([before]));
    open();
    await screen.findByRole('heading', { name: 'Alert 1' });
    expect(screen.queryByText('Unread')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('keeps the focus on its row when a new alert of the same day arrives', async () => {
  let docs = [unread(1, '/ticket'), alertOf(2)];
  mockEndpoint(listNotifications, () => page(docs));
  const { portal } = open();
  const link = await screen.findByRole('link', { name: /Alert 1/ });
  link.focus();
  docs = [alertOf(3), ...docs];
  act(() => portal.changed('notifications'));
  await screen.findByRole('heading', { name: 'Alert 3' });
  expect(link).toHaveFocus();
});
