import { installClient } from '@portal/api-client/call';
import { domainOf } from '@portal/contracts/_kernel/endpoint';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { readEarly } from './earlyReads';
import { useQuery } from './useQuery';

const reply = { guard: guard(), now: '2027-03-14T15:00:00.000Z' };
const later = { guard: guard(), now: '2027-03-14T16:00:00.000Z' };
const by = { guardId: guard().id };

/** As in a page: SWR reads a key once within 2 s, unless a change reads it again. */
function Reader() {
  return (
    <SWRConfig value={{ dedupingInterval: 2000 }}>
      <Reading />
    </SWRConfig>
  );
}
function Reading() {
  const { data, error } = useQuery(session, {});
  return <p>{error?.userMessage ?? data.now ?? 'reading'}</p>;
}

beforeEach(() => jest.useFakeTimers());
// An early read of one test must not be the reply of the next one.
afterEach(async () => {
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
});

it('[INSTANT-04] a screen takes the reply of an early read and sends no second request', async () => {
  const mocked = mockEndpoint(session, reply);
  readEarly(session, {}, by);
  renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(1);
});

it('[INSTANT-04] a second press sends no second request while the first reply is not taken', async () => {
  const mocked = mockEndpoint(session, reply);
  readEarly(session, {}, by);
  readEarly(session, {}, by);
  expect(mocked.calls).toHaveLength(1);
});

it('[INSTANT-04] a screen reads itself after its early read failed', async () => {
  const answers = [fails({ code: 503, message: 'Not now' }), reply];
  const mocked = mockEndpoint(session, () => answers.shift() ?? reply);
  readEarly(session, {}, by);
  renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(2);
});

it('[INSTANT-04] a failed early read is dropped before its screen is mounted', async () => {
  const answers = [fails({ code: 409, message: 'Not now' }), reply];
  mockEndpoint(session, () => answers.shift() ?? reply);
  readEarly(session, {}, by);
  await jest.advanceTimersByTimeAsync(0);
  renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
});

it('[INSTANT-04] a reply expires 2 s after it arrived, however long the request took', async () => {
  const mocked = mockEndpoint(session, () => new Promise<typeof reply>((resolve) => setTimeout(resolve, 3000, reply)));
  readEarly(session, {}, by);
  await jest.advanceTimersByTimeAsync(4900);
  const { unmount } = renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(1);
  unmount();
  readEarly(session, {}, by);
  await jest.advanceTimersByTimeAsync(5000);
  renderScreen(<Reader />);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(mocked.calls).toHaveLength(3);
});

it('[INSTANT-04] a change after the mount reads again, although the early read is still in flight', async () => {
  const answers = [new Promise<typeof reply>((resolve) => setTimeout(resolve, 500, reply)), later];
  const mocked = mockEndpoint(session, () => answers.shift() ?? later);
  readEarly(session, {}, by);
  const { portal } = renderScreen(<Reader />);
  await act(() => jest.advanceTimersByTimeAsync(10));
  act(() => portal.changed(domainOf(session.id)));
  expect(await screen.findByText(later.now)).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByText(later.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(2);
});

it('[INSTANT-04] a screen that is mounted already does not take an early read after a change', async () => {
  const answers = [reply, reply, later];
  const mocked = mockEndpoint(session, () => answers.shift() ?? later);
  const { portal } = renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  readEarly(session, {}, by);
  act(() => portal.changed(domainOf(session.id)));
  expect(await screen.findByText(later.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(3);
});

it('[INSTANT-04] an abort before the mount drops the reply, one after the mount does not', async () => {
  const mocked = mockEndpoint(session, reply);
  const dropped = new AbortController();
  readEarly(session, {}, { ...by, signal: dropped.signal });
  dropped.abort();
  readEarly(session, {}, { ...by, signal: dropped.signal });
  expect(mocked.options.map(({ signal }) => signal?.aborted)).toEqual([true]);

  const taken = new AbortController();
  readEarly(session, {}, { ...by, signal: taken.signal });
  renderScreen(<Reader />);
  await act(() => jest.advanceTimersByTimeAsync(10));
  taken.abort();
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(2);
});

it('[INSTANT-04] a screen of another guard does not take the reply', async () => {
  const mocked = mockEndpoint(session, reply);
  readEarly(session, {}, { guardId: mockId(99) });
  renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(2);
});

it('[INSTANT-04] an early read takes no reply that is cached on the device', () => {
  const mocked = mockEndpoint(session, reply);
  readEarly(session, {}, by);
  expect(mocked.options[0]).toMatchObject({ skipCached: true });
});

it('[INSTANT-04] a screen waits 4 s at most for the early read of data that is cached on the device', async () => {
  const onDevice = { ...session, keptOnDevice: true } as typeof session;
  const asked: unknown[] = [];
  const send = (_endpoint: unknown, _input: unknown, options: { signal?: AbortSignal } = {}) => {
    asked.push(options);
    return new Promise<never>((_, reject) => options.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  };
  installClient({ send, file: () => Promise.reject(new Error('no file')) });
  readEarly(onDevice, {}, by);
  renderScreen(<Reader />);
  await act(() => jest.advanceTimersByTimeAsync(3900));
  expect(asked).toHaveLength(1);
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(asked).toEqual([expect.objectContaining({ skipCached: true }), {}]);
});
