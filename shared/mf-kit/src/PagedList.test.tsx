import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { listNotifications, type Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { movingClock } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { PagedList, pageForUrl, pageInUrl } from './PagedList';
import { useSearchParams } from './router';
import { useQuery } from './useQuery';

const alertOf = (n: number): Notification => ({
  id: mockId(n),
  title: `Alert ${n}`,
  description: '',
  createdAt: '2027-03-14T15:00:00.000Z',
});
/** 25 alerts, ten per page. */
const pageOf = (page: number) => ({
  docs: page <= 3 ? [alertOf(page)] : [],
  total: 25,
});
const linkTo = (page: number) => `/alerts${page > 1 ? `?page=${pageForUrl(page)}` : ''}`;

function Alerts({ isFiltered = false }: { isFiltered?: boolean }) {
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  return (
    <PagedList
      query={useQuery(listNotifications, { page, limit: limits.pageSize }, { keepPrevious: true })}
      page={page}
      linkTo={linkTo}
      counted={['alert', 'alerts']}
      failed="Your alerts could not be loaded"
      loading={{ shape: 'rows', label: 'Loading your alerts' }}
      empty={{ title: copy.noDataFound, why: 'News will stand here.' }}
      noMatch={isFiltered && { title: copy.noDataFound, why: 'Nothing matches.' }}
    >
      {(rows) => rows.map(({ id, title }) => <p key={id}>{title}</p>)}
    </PagedList>
  );
}
const open = (path = '/alerts', isFiltered = false) =>
  renderScreen(<Alerts isFiltered={isFiltered} />, { path, portal: { now: movingClock() } });
const go = (portal: ReturnType<typeof open>['portal'], page: number) => act(async () => portal.navigate(linkTo(page)));

function held() {
  const given = new Map<number, (answer: ReturnType<typeof pageOf> | ReturnType<typeof fails>) => void>();
  mockEndpoint(listNotifications, ({ page }) =>
    page === 1 ? pageOf(1) : (new Promise((resolve) => given.set(page ?? 1, resolve)) as never),
  );
  return (page: number, answer: ReturnType<typeof pageOf> | ReturnType<typeof fails>) => given.get(page)?.(answer);
}

it('announces the number of rows once, and not again after a revalidation', async () => {
  const mocked = mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  const { portal } = open();
  expect(await screen.findByText('Alert 1')).toBeVisible();
  await waitFor(() => expect(portal.announced).toEqual(['25 alerts found, page 1 of 3']));
  act(() => portal.changed('notifications'));
  await waitFor(() => expect(mocked.calls).toHaveLength(2));
  await go(portal, 2);
  await screen.findByText('Alert 2');
  expect(portal.announced).toEqual(['25 alerts found, page 1 of 3', '25 alerts found, page 2 of 3']);
});

it('announces the count again when an empty list gets its first row, and when it loses its last one', async () => {
  let docs: Notification[] = [];
  mockEndpoint(listNotifications, () => ({ docs, total: docs.length }));
  const { portal } = open();
  await waitFor(() => expect(portal.announced).toEqual(['No alerts found']));
  docs = [alertOf(1)];
  act(() => portal.changed('notifications'));
  await waitFor(() => expect(portal.announced).toEqual(['No alerts found', '1 alert found']));
  docs = [];
  act(() => portal.changed('notifications'));
  await waitFor(() => expect(portal.announced.at(-1)).toBe('No alerts found'));
});

it('reads the page from the address, and shows the first page when the value is no page number', async () => {
  const mocked = mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  open('/alerts?page=-1e9');
  await screen.findByText('Alert 1');
  expect(mocked.calls).toEqual([{ page: 1, limit: 10 }]);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/alerts?page=3');
});

it('replaces the address of a page beyond the last one by the last page, and announces it', async () => {
  mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  const { portal } = open('/alerts?page=99');
  expect(await screen.findByText('Alert 3')).toBeVisible();
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/alerts?page=3', replace: true })]);
  expect(portal.toasts).toEqual([{ kind: 'info', text: 'There is no page 99. This is the last one, page 3.' }]);
  expect(portal.announced).toEqual(['25 alerts found, page 3 of 3']);
});

it('opens the last page of a list that was counted only in part', async () => {
  mockEndpoint(listNotifications, ({ page }) => ({ ...pageOf(page ?? 1), totalIsExact: false }));
  const { portal } = open('/alerts?page=99');
  expect(await screen.findByText('Alert 3')).toBeVisible();
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/alerts?page=3', replace: true })]);
});

it('opens the first page of an empty list, and announces only that it is empty', async () => {
  mockEndpoint(listNotifications, { docs: [], total: 0 });
  const { portal } = open('/alerts?page=4');
  expect(await screen.findByText('News will stand here.')).toBeVisible();
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/alerts', replace: true })]);
  expect([portal.toasts, portal.announced]).toEqual([[], ['No alerts found']]);
});

it.each([
  ['nothing is there', false, 'News will stand here.'],
  ['nothing matches the filters', true, 'Nothing matches.'],
])('announces %s', async (_what, isFiltered, why) => {
  mockEndpoint(listNotifications, { docs: [], total: 0 });
  open('/alerts', isFiltered);
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('keeps the rows of the previous page, without a skeleton, until the next rows arrive', async () => {
  const give = held();
  const { portal } = open();
  await screen.findByText('Alert 1');
  await go(portal, 2);
  expect(screen.getByText('Alert 1')).toBeVisible();
  expect(screen.queryByText('Loading your alerts')).toBeNull();
  await waitFor(() => expect(screen.getByText('Alert 1').parentElement).toHaveClass('old'));
  give(2, pageOf(2));
  expect(await screen.findByText('Alert 2')).toBeVisible();
  expect(screen.queryByText('Alert 1')).toBeNull();
  expect(screen.getByText('Alert 2').parentElement).not.toHaveClass('old');
});

it('shows a failure above the rows of the previous page, with a retry', async () => {
  const give = held();
  const { portal, user } = open();
  await screen.findByText('Alert 1');
  await go(portal, 2);
  give(2, fails({ code: 429, message: 'Slow down' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your alerts could not be loadedSlow down');
  expect(screen.getByText('Alert 1').parentElement).toHaveClass('old');
  mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Alert 2')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps a list that cannot be revalidated, with a quiet note of its age', async () => {
  mockEndpoint(listNotifications, pageOf(1));
  const { portal, user } = open();
  await screen.findByText('Alert 1');
  mockEndpoint(listNotifications, fails({ code: 429, message: 'Slow down' }));
  act(() => portal.changed('notifications'));
  expect(await screen.findByText('As of 11:00 a.m.; we could not update it.')).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Alert 1').parentElement).not.toHaveClass('old');
  mockEndpoint(listNotifications, pageOf(1));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
});

it('scrolls into view when another page is requested, not when it opens', async () => {
  mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  const into = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const { portal } = open('/alerts?page=2');
  await screen.findByText('Alert 2');
  expect(into).not.toHaveBeenCalled();
  await go(portal, 3);
  await screen.findByText('Alert 3');
  expect(into).toHaveBeenCalledTimes(1);
});
