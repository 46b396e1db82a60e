import { copy } from '@portal/contracts/_kernel/copy';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import type { Portal, WriteEntry } from '@portal/mf-kit/portal';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { createWriter, type WriterDeps } from './writer';

const now = () => new Date('2027-03-14T15:00:00Z');

const waitingEntry = (what: string): WriteEntry => waitingWrite({ what, order: 's' });

function open(outbox: Partial<WriterDeps['outbox']> = {}) {
  let taps = 0;
  const changes: string[] = [];
  const pauses: number[] = [];
  const state = { guard: 'ada' as string | null };
  const writeAs = createWriter({
    changed: (domain) => changes.push(domain),
    now,
    guardId: () => state.guard,
    outbox: { add: () => Promise.reject(new Error('no room')), firstQueued: async () => null, ...outbox },
    wait: async (ms) => void pauses.push(ms),
    traceCall: () => ({ traceparent: `trace ${++taps}` }),
  });
  const write: Portal['write'] = (endpoint, input, given) => writeAs('ada', endpoint, input, given);
  return { write, writeAs, changes, pauses, state };
}

it('sends once under a key, and invalidates the domain', async () => {
  const mocked = mockEndpoint(logout, null);
  const { write, changes } = open();
  expect(await write(logout, {}, { key: 'act-1' })).toMatchObject({ ok: true, at: '2027-03-14T15:00:00.000Z' });
  expect(mocked.options).toEqual([{ idempotencyKey: 'act-1', headers: { traceparent: 'trace 1' } }]);
  expect(changes).toEqual(['auth']);
});

it('[TRACE-01] tries again with the same key and trace after no reply and after a server error', async () => {
  const answers = [fails({ code: 0, message: 'No answer' }), fails({ code: 503, message: 'Down' }), null];
  const mocked = mockEndpoint(logout, () => answers.shift() ?? null);
  const { write, pauses } = open();
  expect((await write(logout, {})).ok).toBe(true);
  expect(new Set(mocked.options.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(mocked.options.map(({ headers }) => headers?.traceparent)).toEqual(Array(3).fill('trace 1'));
  expect(pauses).toEqual([1000, 3000]);
});

it('returns the last failure after the third try', async () => {
  const codes = [500, 0, 503];
  const mocked = mockEndpoint(logout, () => fails({ code: codes.shift() ?? 200, message: 'Down' }));
  const { write, pauses, changes } = open();
  expect(await write(logout, {})).toMatchObject({ ok: false, error: { code: 503 } });
  expect([mocked.calls.length, pauses, changes]).toEqual([3, [1000, 3000], []]);
});

it('waits one and three seconds between tries', async () => {
  jest.useFakeTimers();
  const mocked = mockEndpoint(logout, fails({ code: 503, message: 'Down' }));
  const outbox = { add: () => Promise.reject(new Error('no room')), firstQueued: async () => null };
  void createWriter({ changed: () => undefined, now, guardId: () => 'ada', outbox, traceCall: () => ({}) })(null, logout, {});
  await jest.advanceTimersByTimeAsync(999);
  expect(mocked.calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(mocked.calls).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(3000);
  expect(mocked.calls).toHaveLength(3);
  jest.useRealTimers();
});

it('does not try again after an error that is not an API error', async () => {
  const mocked = mockEndpoint(logout, () => Promise.reject(new TypeError('circular')));
  const { write, pauses } = open();
  expect(await write(logout, {})).toMatchObject({ ok: false, error: { message: 'circular' } });
  expect([mocked.calls.length, pauses]).toEqual([1, []]);
});

it('creates a key for each write', async () => {
  const mocked = mockEndpoint(logout, null);
  const { write } = open();
  await write(logout, {});
  await write(logout, {});
  const [one, two] = mocked.options.map(({ idempotencyKey }) => idempotencyKey);
  expect(one).toMatch(/\w/);
  expect(two).not.toBe(one);
});

it('sends the next write of an order key after a failure, and other order keys in parallel', async () => {
  const started: unknown[] = [];
  let release: (failed: ReturnType<typeof fails>) => void = () => undefined;
  const reply = new Promise<ReturnType<typeof fails>>((resolve) => {
    release = resolve;
  });
  mockEndpoint(logout, ({ refreshToken }) => {
    started.push(refreshToken);
    return refreshToken === 'first' ? reply : null;
  });
  const { write } = open();
  const writes = ['first', 'second'].map((refreshToken) => write(logout, { refreshToken }, { order: 's' }));
  await write(logout, { refreshToken: 'other' }, { order: 't' });
  expect(started).toEqual(['first', 'other']);
  release(fails({ code: 409, message: 'Full' }));
  expect((await Promise.all(writes)).map(({ ok }) => ok)).toEqual([false, true]);
  expect(started).toEqual(['first', 'other', 'second']);
});

it('[SHELL-39/1] returns a refusal with its message, without another try', async () => {
  const mocked = mockEndpoint(logout, fails({ code: 409, message: 'Full', errors: { refreshToken: 'No' } }));
  const { write } = open();
  expect(await write(logout, {})).toMatchObject({ ok: false, error: { code: 409, message: 'Full', fields: { refreshToken: 'No' } } });
  expect(mocked.calls).toHaveLength(1);
});

it('sends writes of one shift in order', async () => {
  const started: unknown[] = [];
  let release: () => void = () => undefined;
  const reply = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  mockEndpoint(logout, ({ refreshToken }) => {
    started.push(refreshToken);
    return refreshToken === 'first' ? reply : null;
  });
  const { write } = open();
  const both = [write(logout, { refreshToken: 'first' }, { order: 's' }), write(logout, { refreshToken: 'second' }, { order: 's' })];
  await Promise.resolve();
  release();
  await Promise.all(both);
  expect(started).toEqual(['first', 'second']);
});

it('reports progress, and stops without another try when it is aborted', async () => {
  const stop = new AbortController();
  const shares: number[] = [];
  const mocked = mockEndpoint(logout, (_, { onProgress, signal }) => {
    onProgress?.(0.5);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('canceled'))));
  });
  const { write } = open();
  const sent = write(logout, {}, { onProgress: (share) => shares.push(share), signal: stop.signal });
  stop.abort();
  expect(await sent).toEqual({ ok: false, error: { code: 0, message: copy.cancelled, userMessage: copy.cancelled, fields: {} } });
  expect(shares).toEqual([0.5]);
  expect(mocked.calls).toHaveLength(1);
});

it('passes a durable write to the outbox', async () => {
  const given: unknown[] = [];
  const { write } = open({
    add: async (endpoint, _input, options) => {
      given.push(endpoint.id, options);
      return { ok: true, message: 'Kept and sent', data: null as never, at: '' };
    },
  });
  expect(await write(logout, {}, { key: 'act-1', durable: { what: 'Leave' } })).toMatchObject({ message: 'Kept and sent' });
  expect(given).toEqual(['auth.logout', { key: 'act-1', durable: { what: 'Leave' }, trace: { traceparent: 'trace 1' } }]);
});

it('sends a durable write directly when the device cannot store it', async () => {
  const mocked = mockEndpoint(logout, null);
  const states: string[] = [];
  const { write } = open();
  const onState = (state: string, at: string) => states.push(`${state} at ${at}`);
  const result = await write(logout, {}, { key: 'act-1', durable: { what: 'Leave' }, onState });
  expect(result.ok).toBe(true);
  const at = '2027-03-14T15:00:00.000Z';
  expect([mocked.options, states]).toEqual([
    [{ idempotencyKey: 'act-1', headers: { traceparent: 'trace 1' } }],
    [`sending at ${at}`, `sent at ${at}`],
  ]);
});

it('reports progress of a write that the device cannot store, and stops when it is aborted', async () => {
  const stop = new AbortController();
  const shares: number[] = [];
  mockEndpoint(logout, (_, { onProgress, signal }) => {
    onProgress?.(0.5);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('canceled'))));
  });
  const { write } = open();
  const sent = write(logout, {}, { durable: { what: 'Leave' }, signal: stop.signal, onProgress: (share) => shares.push(share) });
  await Promise.resolve();
  await Promise.resolve();
  stop.abort();
  expect(await sent).toMatchObject({ ok: false, error: { userMessage: copy.cancelled, isUnlisted: true } });
  expect(shares).toEqual([0.5]);
});

it('marks the failure of a write that the device could not store as unlisted', async () => {
  mockEndpoint(logout, fails({ code: 404, message: 'Gone' }));
  const { write } = open();
  const states: string[] = [];
  const durable = { durable: { what: 'Leave' }, onState: (state: string) => states.push(state) };
  expect(await write(logout, {}, durable)).toMatchObject({ ok: false, error: { code: 404, isUnlisted: true } });
  expect(states).toEqual(['sending', 'failed']);
  expect(await write(logout, {})).toMatchObject({ ok: false, error: expect.not.objectContaining({ isUnlisted: true }) });
});

it('does not send a direct write before a waiting entry of its order key', async () => {
  const mocked = mockEndpoint(logout, null);
  const { write } = open({ firstQueued: async (order) => (order === 's' ? waitingEntry('Break: Lunch') : null) });
  const result = await write(logout, {}, { order: 's' });
  const words = '“Break: Lunch” is waiting to be sent first. Please try again once it is sent.';
  expect(result).toEqual({ ok: false, error: { code: 0, message: words, userMessage: words, fields: {} } });
  expect((await write(logout, {}, { order: 't' })).ok).toBe(true);
  expect(mocked.calls).toHaveLength(1);
});

describe('a write of one guard', () => {
  const userMessage = 'You are no longer logged in here, so this was not sent. Please log in again.';
  const otherSessionFailure = { ok: false, error: { code: 401, message: 'another session', userMessage, fields: {} } };

  it.each([
    ['another guard is logged in', 'bo'],
    ['no guard is logged in', null],
  ])('is not sent when %s, also at a second try or as the next of its order key', async (_what, someoneElse) => {
    const add = jest.fn();
    const { write, state } = open({ add });
    const mocked = mockEndpoint(logout, () => {
      state.guard = someoneElse;
      return fails({ code: 503, message: 'Down' });
    });
    const ordered = { order: 's' };
    expect(await Promise.all([write(logout, {}, ordered), write(logout, {}, ordered)])).toMatchObject([
      otherSessionFailure,
      otherSessionFailure,
    ]);
    expect(await write(logout, {}, { durable: { what: 'Leave' } })).toEqual({
      ok: false,
      error: { ...otherSessionFailure.error, isUnlisted: true },
    });
    expect(mocked.calls).toHaveLength(1);
    expect(add).not.toHaveBeenCalled();
  });

  it('is sent as the guard of the session when it has no owner', async () => {
    mockEndpoint(logout, null);
    const { writeAs, state } = open();
    state.guard = 'bo';
    expect((await writeAs(null, logout, {})).ok).toBe(true);
  });
});
