import { session as endpoint } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import type { SessionCore } from './session';
import { createSessionRefresh } from './sessionRefresh';

const reply = { guard: guard({ firstName: 'Noor' }), now: '2027-03-14T15:00:00.000Z', standing: null };

function open(token: string | null = 'abc') {
  const state = { token, guard: guard(), guardId: undefined as string | undefined };
  const endForOtherGuard = jest.fn();
  const updated: string[] = [];
  const onReply = jest.fn();
  const session = {
    token: () => state.token,
    current: () => ({ guard: state.guard, guardId: state.guardId }),
    endForOtherGuard,
    update: ({ firstName }: { firstName: string }) => updated.push(firstName),
  };
  return { state, updated, onReply, endForOtherGuard, ...createSessionRefresh(session as unknown as SessionCore, onReply) };
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

it('passes on guard, time and notices, and resolves with true', async () => {
  const mocked = mockEndpoint(endpoint, reply);
  const { now, updated, onReply } = open();
  expect(await now()).toBe(true);
  expect(mocked.calls).toEqual([{}]);
  expect(updated).toEqual(['Noor']);
  expect(onReply).toHaveBeenCalledWith(reply);
});

it.each([true, false])("sends nothing for a visitor, and resolves with the browser's network state: %s", async (isOnline) => {
  const mocked = mockEndpoint(endpoint, reply);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  expect(await open(null).now()).toBe(isOnline);
  expect(mocked.calls).toEqual([]);
});

it.each([null, 'another'])('ignores a reply that arrives in another session: %s', async (later) => {
  const { now, updated, onReply, state } = open();
  mockEndpoint(endpoint, () => {
    state.token = later;
    return reply;
  });
  expect(await now()).toBe(true);
  expect([updated, onReply.mock.calls]).toEqual([[], []]);
});

it('ends the session when the server names another guard for the token, and ignores the reply', async () => {
  mockEndpoint(endpoint, { ...reply, guard: guard({ id: mockId(2) }) });
  const { state, now, updated, onReply, endForOtherGuard } = open();
  state.guardId = mockId(1);
  expect(await now()).toBe(true);
  expect([endForOtherGuard.mock.calls.length, updated, onReply.mock.calls]).toEqual([1, [], []]);
});

it('reads again when the guard changed during the call, because the reply may be older', async () => {
  const { now, updated, onReply, state } = open();
  const mocked = mockEndpoint(endpoint, () => {
    if (mocked.calls.length > 1) return reply;
    state.guard = guard({ firstName: 'Noor' });
    return { ...reply, guard: guard({ firstName: 'Nora' }) };
  });
  expect(await now()).toBe(true);
  expect([updated, onReply.mock.calls]).toEqual([['Noor'], [[reply]]]);
});

it.each([
  [0, false],
  [502, false],
  [503, false],
  [504, false],
  [500, true],
  [403, true],
  [401, true],
])('a %d counts as a reply of the portal: %s', async (code, answered) => {
  mockEndpoint(endpoint, fails({ code, message: 'So it is' }));
  const { now, updated, onReply } = open();
  expect(await now()).toBe(answered);
  expect([updated, onReply.mock.calls]).toEqual([[], []]);
});

it('does not count its own error as a reply', async () => {
  mockEndpoint(endpoint, () => Promise.reject(new TypeError('no shape of ours')));
  expect(await open().now()).toBe(false);
});

describe('after a move', () => {
  it('reads when the browser is idle, and again only after more than 30 seconds', async () => {
    jest.useFakeTimers();
    const mocked = mockEndpoint(endpoint, reply);
    const idle: [() => void, IdleRequestOptions | undefined][] = [];
    window.requestIdleCallback = (run, options) => idle.push([() => run({} as IdleDeadline), options]);
    const { refreshIfStale: sometimes } = open();
    sometimes();
    expect([mocked.calls.length, idle[0]?.[1]]).toEqual([0, { timeout: 2000 }]);
    idle[0]?.[0]();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(mocked.calls).toHaveLength(1);
    sometimes();
    expect(idle).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    sometimes();
    expect(idle).toHaveLength(2);
  });

  it('waits two seconds in a browser without idle callbacks', async () => {
    jest.useFakeTimers();
    const mocked = mockEndpoint(endpoint, reply);
    open().refreshIfStale();
    await jest.advanceTimersByTimeAsync(1999);
    expect(mocked.calls).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(mocked.calls).toHaveLength(1);
  });
});
