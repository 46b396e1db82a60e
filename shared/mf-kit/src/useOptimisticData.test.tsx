import { logout } from '@portal/contracts/auth/auth.endpoints';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { movingClock } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { Link } from './router';
import { defineRoutes } from './routes';
import { optimisticUpdate, useOptimisticData } from './useOptimisticData';
import { useQuery } from './useQuery';
import { useWrite } from './useWrite';

type Alerts = { docs: unknown[]; total: number };

/** A sent logout is in the page after a request; an unsent one is not yet. */
const overlay = optimisticUpdate(logout, (page: Alerts, _input, state) =>
  page.total > 0 || state !== 'sent' ? page : { ...page, total: 1 },
);

/** A button that disappears after its act, and all values that it rendered. */
function open(isDurable: boolean) {
  const read: string[] = [];
  let total = 0;
  const options = { order: 'shift-1', ...(isDurable && { durable: { what: 'Leave' } }) };
  function Screen() {
    const query = useQuery(listNotifications, { page: 1, limit: 10 }, { follows: ['auth'] });
    total = query.data.total;
    const { data } = useOptimisticData<Alerts>(query, overlay);
    const { send, busy } = useWrite(logout);
    const label = busy ? 'busy' : data.total > 0 ? 'done' : 'ask';
    if (read.at(-1) !== label) read.push(label);
    return (
      <button type="button" onClick={() => void send({}, options)}>
        {label}
      </button>
    );
  }
  return { read, shown: () => total, ...renderScreen(<Screen />, { portal: { now: movingClock() } }) };
}

const page = (total: number) => ({ docs: [], total });
const one = { docs: [{ id: mockId(1), title: 'A', description: '', createdAt: '2027-03-14T15:00:00.000Z' }], total: 1 };

/** Replies that the test completes. */
function answers<Out>() {
  const open: ((answer: Out) => void)[] = [];
  const give = (answer: Out) => open.shift()?.(answer);
  return { reply: () => new Promise<Out>((resolve) => open.push(resolve)), give, open };
}

describe.each([
  ['durable', true],
  ['plain', false],
])('a %s act', (_kind, isDurable) => {
  it('is applied from its reply until a later reply contains it', async () => {
    mockEndpoint(listNotifications, page(0));
    const written = answers<null>();
    mockEndpoint(logout, written.reply);
    const { user, portal, read, shown } = open(isDurable);
    await screen.findByRole('button', { name: 'ask' });
    await user.click(screen.getByRole('button'));
    await screen.findByRole('button', { name: 'busy' });
    const reads = answers<Alerts>();
    mockEndpoint(listNotifications, reads.reply as never);
    // This request begins before the reply of the act, and ends after it without the act.
    await act(async () => portal.changed('notifications'));
    written.give(null);
    await screen.findByRole('button', { name: 'done' });
    await waitFor(() => expect(reads.open).toHaveLength(2));
    reads.give(page(0));
    reads.give(one);
    await waitFor(() => expect(shown()).toBe(1));
    expect(read).toEqual(['ask', 'busy', 'done']);
  });

  it('is not applied to a reply that was requested later, even without the act', async () => {
    const reads = answers<Alerts>();
    mockEndpoint(listNotifications, reads.reply as never);
    mockEndpoint(logout, null);
    const { user } = open(isDurable);
    await waitFor(() => expect(reads.open).toHaveLength(1));
    reads.give(page(0));
    await user.click(screen.getByRole('button', { name: 'ask' }));
    await screen.findByRole('button', { name: 'done' });
    await waitFor(() => expect(reads.open).toHaveLength(1));
    reads.give(page(0));
    expect(await screen.findByRole('button', { name: 'ask' })).toBeVisible();
  });

  it('is not applied after a refusal', async () => {
    mockEndpoint(listNotifications, page(0));
    mockEndpoint(logout, fails({ code: 409, message: 'No' }));
    const { user, read } = open(isDurable);
    await user.click(await screen.findByRole('button', { name: 'ask' }));
    await waitFor(() => expect(read).toEqual(['ask', 'busy', 'ask']));
  });
});

it('is applied on the next screen to data that was read before it', async () => {
  mockEndpoint(logout, null);
  mockEndpoint(listNotifications, page(0));
  function List() {
    const query = useQuery(listNotifications, { page: 1, limit: 10 });
    const { data } = useOptimisticData<Alerts>(query, overlay);
    return <Link to="/act">{`${query.hasData ? data.total : 'none'} done`}</Link>;
  }
  function Act() {
    const { send } = useWrite(logout);
    return (
      <>
        <button type="button" onClick={() => void send({}, { order: 'shift-1' })}>
          ask
        </button>
        <Link to="/list">back</Link>
      </>
    );
  }
  const Screens = defineRoutes({ '/list': List, '/act': Act });
  const { user, portal } = renderScreen(<Screens />, { path: '/list', portal: { now: movingClock() } });
  await user.click(await screen.findByRole('link', { name: '0 done' }));
  const later = answers<Alerts>();
  mockEndpoint(listNotifications, later.reply as never);
  await user.click(await screen.findByRole('button', { name: 'ask' }));
  await waitFor(() => expect(portal.writes).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'back' }));
  expect(await screen.findByRole('link', { name: '1 done' })).toBeVisible();
});

it('keeps the same data object when a reply has equal data', async () => {
  mockEndpoint(listNotifications, () => page(0));
  const seen = new Set<unknown>();
  const asked = new Set<number>();
  function Screen() {
    const { data, hasData, requestedAt: askedAt } = useQuery(listNotifications, { page: 1, limit: 10 });
    if (hasData) {
      seen.add(data);
      asked.add(askedAt);
    }
    return null;
  }
  const { portal } = renderScreen(<Screen />, { portal: { now: movingClock() } });
  await waitFor(() => expect(asked.size).toBe(1));
  act(() => portal.changed('notifications'));
  await waitFor(() => expect(asked.size).toBe(2));
  expect(seen.size).toBe(1);
});
