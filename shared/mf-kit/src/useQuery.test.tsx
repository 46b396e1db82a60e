import { type Client, installClient, type Reply } from '@portal/api-client/call';
import { noAnswer } from '@portal/api-client/errors';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { fakePortal, movingClock } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { act, render, screen } from '@testing-library/react';
import { PortalProvider } from './PortalContext';
import { useQuery } from './useQuery';

const ada = guard({ id: mockId(1), firstName: 'Ada' });
const eve = guard({ id: mockId(3), firstName: 'Eve' });
const noor = guard({ id: mockId(2), firstName: 'Noor' });

function Shown() {
  const { hasData, data } = useQuery(profile, { id: mockId(9) });
  return <p>{hasData ? data.guard.firstName : 'nothing yet'}</p>;
}
const visit = (who: ReturnType<typeof guard> | null) =>
  render(
    <PortalProvider portal={fakePortal(who)}>
      <Shown />
    </PortalProvider>,
  );

it('shows cached data immediately after a return to the screen, but never data of another guard', async () => {
  mockEndpoint(profile, { guard: ada });
  const first = visit(ada);
  expect(await screen.findByText('Ada')).toBeVisible();
  first.unmount();
  const back = visit(ada);
  expect(screen.getByText('Ada')).toBeVisible();
  back.unmount();
  mockEndpoint(profile, { guard: noor });
  const other = visit(noor);
  expect(screen.getByText('nothing yet')).toBeVisible();
  expect(await screen.findByText('Noor')).toBeVisible();
  other.unmount();
  visit(null);
  expect(screen.getByText('nothing yet')).toBeVisible();
  expect(await screen.findByText('Noor')).toBeVisible();
});

it('requests nothing after a logout while the screen is still mounted', async () => {
  const { calls } = mockEndpoint(profile, { guard: eve });
  let session: { guardId: string; guard: typeof eve } | null = { guardId: eve.id, guard: eve };
  const portal = fakePortal(eve, { session: { current: () => session } });
  const at = () => (
    <PortalProvider portal={portal}>
      <Shown />
    </PortalProvider>
  );
  const { rerender } = render(at());
  expect(await screen.findByText('Eve')).toBeVisible();
  const before = calls.length;
  session = null;
  await act(async () => rerender(at()));
  expect(calls).toHaveLength(before);
  expect(screen.getByText('Eve')).toBeVisible();
});

describe('a cached reply', () => {
  const cached = (later: Promise<Reply | null>): Client => ({
    file: async () => new Blob(),
    send: async () => ({ code: 200, message: '', data: { guard: ada }, keptAt: Date.now() - 60_000, later }) as never,
  });

  it('is replaced by the later reply without another request', async () => {
    let answer: (reply: Reply) => void = () => undefined;
    const client = cached(new Promise((resolve) => (answer = resolve)));
    const send = jest.spyOn(client, 'send');
    installClient(client);
    visit(guard({ id: mockId(21) }));
    expect(await screen.findByText('Ada')).toBeVisible();
    await act(async () => answer({ code: 200, message: '', data: { guard: eve } }));
    expect(await screen.findByText('Eve')).toBeVisible();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is requested again when the request fails later', async () => {
    let fail: (error: Error) => void = () => undefined;
    installClient(cached(new Promise((_, reject) => (fail = reject))));
    visit(guard({ id: mockId(22) }));
    expect(await screen.findByText('Ada')).toBeVisible();
    mockEndpoint(profile, { guard: eve });
    await act(async () => fail(new Error('no answer')));
    expect(await screen.findByText('Eve')).toBeVisible();
  });

  it.each<[string, string, Partial<Reply>]>([
    ['there is no reply', mockId(24), { later: Promise.reject(noAnswer()) }],
    ['it was returned because of a failure, for example of one endpoint', mockId(25), {}],
  ])('is requested twice more with growing waits when %s, and then no more', async (_when, id, more) => {
    more.later?.catch(() => undefined);
    jest.useFakeTimers();
    const client = cached(Promise.resolve(null));
    client.send = async () => ({ code: 200, message: '', data: { guard: ada }, keptAt: Date.now(), ...more }) as never;
    const send = jest.spyOn(client, 'send');
    installClient(client);
    visit(guard({ id }));
    const asked = [];
    for (const wait of [0, 3999, 1, 7999, 1, 600_000]) {
      await act(() => jest.advanceTimersByTimeAsync(wait));
      asked.push(send.mock.calls.length);
    }
    expect(asked).toEqual([1, 1, 2, 2, 3, 3]);
    expect(screen.getByText('Ada')).toBeVisible();
    jest.useRealTimers();
  });

  it('stays replaced by a reply that is newer than the later one', async () => {
    let answer: (reply: Reply) => void = () => undefined;
    installClient(cached(new Promise((resolve) => (answer = resolve))));
    const portal = fakePortal(guard({ id: mockId(23) }), { now: movingClock() });
    render(
      <PortalProvider portal={portal}>
        <Shown />
      </PortalProvider>,
    );
    expect(await screen.findByText('Ada')).toBeVisible();
    mockEndpoint(profile, { guard: eve });
    act(() => portal.changed('guards'));
    expect(await screen.findByText('Eve')).toBeVisible();
    await act(async () => answer({ code: 200, message: '', data: { guard: noor } }));
    expect(screen.getByText('Eve')).toBeVisible();
  });
});
