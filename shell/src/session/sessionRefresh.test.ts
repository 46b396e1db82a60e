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
  const learnt = jest.fn();
  const session = {
    token: () => state.token,
    current: () => ({ guard: state.guard, guardId: state.guardId }),
    endForOtherGuard,
    update: ({ firstName }: { firstName: string }) => updated.push(firstName),
  };
  return { state, updated, learnt, endForOtherGuard, ...createSessionRefresh(session as unknown as SessionCore, learnt) };
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

it('hands on the guard, the time and what stands, and says that the portal answered', async () => {
  const asked = mockEndpoint(endpoint, reply);
  const { now, updated, learnt } = open();
  expect(await now()).toBe(true);
  expect(asked.calls).toEqual([{}]);
  expect(updated).toEqual(['Noor']);
  expect(learnt).toHaveBeenCalledWith(reply);
});

it.each([true, false])('asks nothing for a visitor, and goes by what the browser says of the network: %s', async (isOnline) => {
  const asked = mockEndpoint(endpoint, reply);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  expect(await open(null).now()).toBe(isOnline);
  expect(asked.calls).toEqual([]);
});

it.each([null, 'another'])('takes nothing from an answer that comes under another session: %s', async (later) => {
  const { now, updated, learnt, state } = open();
  mockEndpoint(endpoint, () => {
    state.token = later;
    return reply;
  });
  expect(await now()).toBe(true);
  expect([updated, learnt.mock.calls]).toEqual([[], []]);
});

it('ends the session when the server names another guard for the token, and takes nothing of the answer', async () => {
  mockEndpoint(endpoint, { ...reply, guard: guard({ id: mockId(2) }) });
  const { state, now, updated, learnt, endForOtherGuard } = open();
  state.guardId = mockId(1);
  expect(await now()).toBe(true);
  expect([endForOtherGuard.mock.calls.length, updated, learnt.mock.calls]).toEqual([1, [], []]);
});

it('asks again when the guard was changed meanwhile: the answer may be older', async () => {
  const { now, updated, learnt, state } = open();
  const asked = mockEndpoint(endpoint, () => {
    if (asked.calls.length > 1) return reply;
    state.guard = guard({ firstName: 'Noor' });
    return { ...reply, guard: guard({ firstName: 'Nora' }) };
  });
  expect(await now()).toBe(true);
  expect([updated, learnt.mock.calls]).toEqual([['Noor'], [[reply]]]);
});

it.each([
  [0, false],
  [502, false],
  [503, false],
  [504, false],
  [500, true],
  [403, true],
  [401, true],
])('after a %d it says of the portal that it answered: %s', async (code, answered) => {
  mockEndpoint(endpoint, fails({ code, message: 'So it is' }));
  const { now, updated, learnt } = open();
  expect(await now()).toBe(answered);
  expect([updated, learnt.mock.calls]).toEqual([[], []]);
});

it('does not take an error of its own for an answer', async () => {
  mockEndpoint(endpoint, () => Promise.reject(new TypeError('no shape of ours')));
  expect(await open().now()).toBe(false);
});

describe('after a move', () => {
  it('asks when the browser is idle, and again only after more than 30 seconds', async () => {
    jest.useFakeTimers();
    const asked = mockEndpoint(endpoint, reply);
    const idle: [() => void, IdleRequestOptions | undefined][] = [];
    window.requestIdleCallback = (run, options) => idle.push([() => run({} as IdleDeadline), options]);
    const { refreshIfStale: sometimes } = open();
    sometimes();
    expect([asked.calls.length, idle[0]?.[1]]).toEqual([0, { timeout: 2000 }]);
    idle[0]?.[0]();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(asked.calls).toHaveLength(1);
    sometimes();
    expect(idle).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    sometimes();
    expect(idle).toHaveLength(2);
  });

  it('waits two seconds where the browser does not say when it is idle', async () => {
    jest.useFakeTimers();
    const asked = mockEndpoint(endpoint, reply);
    open().refreshIfStale();
    await jest.advanceTimersByTimeAsync(1999);
    expect(asked.calls).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked.calls).toHaveLength(1);
  });
});
