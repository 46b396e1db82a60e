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
/** 25 alerts, ten a page. */
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

/** Answers of a page that are given when the test says so. */
function held() {
  const given = new Map<number, (answer: ReturnType<typeof pageOf> | ReturnType<typeof fails>) => void>();
  mockEndpoint(listNotifications, ({ page }) =>
    page === 1 ? pageOf(1) : (new Promise((resolve) => given.set(page ?? 1, resolve)) as never),
  );
  return (page: number, answer: ReturnType<typeof pageOf> | ReturnType<typeof fails>) => given.get(page)?.(answer);
}

it('says how many there are, once: a list that is read again is no news', async () => {
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

it('reads the page from the address; what is no page number is the first page', async () => {
  const mocked = mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  open('/alerts?page=-1e9');
  await screen.findByText('Alert 1');
  expect(mocked.calls).toEqual([{ page: 1, limit: 10 }]);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/alerts?page=3');
});

it('goes to the last page instead of one beyond it, in the place of that address, and says so', async () => {
  mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  const { portal } = open('/alerts?page=99');
  expect(await screen.findByText('Alert 3')).toBeVisible();
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/alerts?page=3', replace: true })]);
  expect(portal.toasts).toEqual([{ kind: 'info', text: 'There is no page 99. This is the last one, page 3.' }]);
  expect(portal.announced).toEqual(['25 alerts found, page 3 of 3']);
});

it('goes to the last page of a list whose rows were not counted to the end', async () => {
  mockEndpoint(listNotifications, ({ page }) => ({ ...pageOf(page ?? 1), totalIsExact: false }));
  const { portal } = open('/alerts?page=99');
  expect(await screen.findByText('Alert 3')).toBeVisible();
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/alerts?page=3', replace: true })]);
});

it('goes to the first page of an empty list, and says no more than that it is empty', async () => {
  mockEndpoint(listNotifications, { docs: [], total: 0 });
  const { portal } = open('/alerts?page=4');
  expect(await screen.findByText('News will stand here.')).toBeVisible();
  expect(portal.navigations).toEqual([expect.objectContaining({ to: '/alerts', replace: true })]);
  expect([portal.toasts, portal.announced]).toEqual([[], ['No alerts found']]);
});

it.each([
  ['nothing is there', false, 'News will stand here.'],
  ['nothing matches the filters', true, 'Nothing matches.'],
])('says that %s', async (_what, isFiltered, why) => {
  mockEndpoint(listNotifications, { docs: [], total: 0 });
  open('/alerts', isFiltered);
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('keeps the rows of the page before, without a skeleton above them, until the next ones are there', async () => {
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

it('a page that fails is told above the rows of the page before, and can be tried again', async () => {
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

it('a list that cannot be read again stays, and says quietly from when it is', async () => {
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

it('comes into view when another page is asked for, not when it is opened', async () => {
  mockEndpoint(listNotifications, ({ page }) => pageOf(page ?? 1));
  const into = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const { portal } = open('/alerts?page=2');
  await screen.findByText('Alert 2');
  expect(into).not.toHaveBeenCalled();
  await go(portal, 3);
  await screen.findByText('Alert 3');
  expect(into).toHaveBeenCalledTimes(1);
});
