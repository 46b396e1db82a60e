/** @jest-environment node */
import { ApiError, type CallOptions, type Client, type Reply } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import * as applications from '@portal/contracts/applications/applications.endpoints';
import * as auth from '@portal/contracts/auth/auth.endpoints';
import * as chat from '@portal/contracts/chat/chat.endpoints';
import * as covers from '@portal/contracts/covers/covers.endpoints';
import * as documents from '@portal/contracts/documents/documents.endpoints';
import * as earnings from '@portal/contracts/earnings/earnings.endpoints';
import * as enotes from '@portal/contracts/enotes/enotes.endpoints';
import * as guards from '@portal/contracts/guards/guards.endpoints';
import * as handovers from '@portal/contracts/handovers/handovers.endpoints';
import * as assigned from '@portal/contracts/jobs/jobs.assigned';
import * as jobs from '@portal/contracts/jobs/jobs.endpoints';
import * as media from '@portal/contracts/media/media.endpoints';
import * as orders from '@portal/contracts/orders/orders.endpoints';
import * as shifts from '@portal/contracts/shifts/shifts.endpoints';
import { createOwnerCaches } from '@portal/device/jsonCache';
import { fakeCaches } from '@portal/testing/caches';
import { withReplyCache } from './replyCache';

const { currentShift } = shifts;
const input = { shiftId: undefined };
const refusal = (code: number) => new ApiError({ code, message: 'no', data: null });

/** A phone. Its portal replies with `is.answer`. */
function openPhone() {
  const state = {
    guard: 'ana' as string | null,
    isCachingAllowed: true,
    answer: (): Promise<unknown> => Promise.resolve({ shift: 'Gate watch' }),
  };
  const sent: CallOptions[] = [];
  const { caches, held } = fakeCaches();
  const ownerCaches = createOwnerCaches({ prefix: 'portal-data-', maxAgeMs: 86_400_000, caches });
  const shown: [string, number][] = [];
  const fresh: string[] = [];
  const requested: string[] = [];
  const client = {
    send: async (_endpoint: unknown, _input: unknown, options: CallOptions = {}) => {
      sent.push(options);
      const answer = state.answer();
      const given = new Promise<never>((_, reject) => options.signal?.addEventListener('abort', () => reject(new Error('given up'))));
      return { code: 200, message: 'ok', data: await Promise.race([answer, given]) };
    },
    file: async () => new Blob(),
  } as unknown as Client;
  const cachingClient = withReplyCache(client, {
    replyCaches: ownerCaches,
    guardId: () => state.guard,
    isCachingAllowed: () => state.isCachingAllowed,
    onRequest: (name) => requested.push(name),
    onCachedReply: (name, at) => shown.push([name, at]),
    onFreshReply: (name) => fresh.push(name),
  });
  const read = (endpoint: Endpoint<never, unknown> = currentShift as never, options?: CallOptions) =>
    cachingClient.send(endpoint, input as never, options);
  return { state, sent, held, shown, fresh, requested, read, settled: () => new Promise((resolve) => setTimeout(resolve)) };
}

it.each([0, 502, 503, 504])('returns the cached reply with its time when the portal cannot be reached (%i)', async (code) => {
  const { state, read, shown, fresh, requested, settled } = openPhone();
  const before = Date.now();
  await read();
  await settled();
  const answered = Date.now();
  state.answer = () => Promise.reject(refusal(code));
  const reply = await read();
  expect(reply).toMatchObject({ code: 200, message: 'ok', data: { shift: 'Gate watch' } });
  expect(reply.keptAt).toBeGreaterThanOrEqual(before);
  expect(reply.keptAt).toBeLessThanOrEqual(answered);
  expect(shown).toEqual([[`shifts.current {}`, reply.keptAt]]);
  expect(requested).toEqual(['shifts.current {}', 'shifts.current {}']);
  expect(fresh).toHaveLength(1);
});

it.each([
  [401, 'deletes its cached reply', { code: 0 }],
  [403, 'deletes its cached reply', { code: 0 }],
  [404, 'deletes its cached reply', { code: 0 }],
  [410, 'deletes its cached reply', { code: 0 }],
  [400, 'keeps its cached reply', { code: 200 }],
  [409, 'keeps its cached reply', { code: 200 }],
  [429, 'keeps its cached reply', { code: 200 }],
  [500, 'keeps its cached reply', { code: 200 }],
])('rejects with a refusal (%i) and %s', async (code, _what, then) => {
  const { state, read, fresh, settled } = openPhone();
  await read();
  await settled();
  state.answer = () => Promise.reject(refusal(code));
  await expect(read()).rejects.toMatchObject({ code });
  // A refused reply proves a connection.
  expect(fresh).toHaveLength(2);
  await settled();
  state.answer = () => Promise.reject(refusal(0));
  expect(await read().catch((error) => error)).toMatchObject(then);
});

it('returns the reply of the portal, not the cached one', async () => {
  const { state, read, fresh, settled } = openPhone();
  await read();
  await settled();
  state.answer = () => Promise.resolve({ shift: 'Night watch' });
  expect(await read()).toEqual({ code: 200, message: 'ok', data: { shift: 'Night watch' } });
  expect(fresh).toHaveLength(2);
});

it('rejects a call that skips cached replies, and still caches its reply', async () => {
  const { state, read, shown, settled } = openPhone();
  await read(undefined, { skipCached: true });
  await settled();
  state.answer = () => Promise.reject(refusal(0));
  await expect(read(undefined, { skipCached: true })).rejects.toMatchObject({ code: 0 });
  expect(shown).toEqual([]);
  expect(await read()).toMatchObject({ data: { shift: 'Gate watch' } });
});

describe('a call without a reply', () => {
  afterEach(() => jest.useRealTimers());
  const silent = () => new Promise<never>(() => undefined);
  function watched(call: Promise<unknown>) {
    let outcome: unknown = 'waits';
    call.then(
      (reply) => (outcome = reply),
      (error) => (outcome = error),
    );
    return () => outcome;
  }

  it('returns the cached reply after 8 s', async () => {
    const { state, read, settled } = openPhone();
    await read();
    await settled();
    state.answer = silent;
    jest.useFakeTimers();
    const outcome = watched(read());
    await jest.advanceTimersByTimeAsync(7_999);
    expect(outcome()).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome()).toMatchObject({ data: { shift: 'Gate watch' } });
  });

  it('waits when there is no cached reply', async () => {
    const { state, read } = openPhone();
    state.answer = silent;
    jest.useFakeTimers();
    const outcome = watched(read());
    await jest.advanceTimersByTimeAsync(60_000);
    expect(outcome()).toBe('waits');
  });

  it('returns the cached reply after 8 s to a caller with a signal, and rejects when it aborts', async () => {
    const { state, read, settled, shown } = openPhone();
    await read();
    await settled();
    state.answer = silent;
    jest.useFakeTimers();
    const [waits, leaves] = [new AbortController(), new AbortController()];
    const [late, left] = [waits, leaves].map(({ signal }) => watched(read(undefined, { signal })));
    leaves.abort();
    await jest.advanceTimersByTimeAsync(0);
    expect([left?.(), shown]).toEqual([new Error('given up'), []]);
    await jest.advanceTimersByTimeAsync(8_000);
    expect(late?.()).toMatchObject({ data: { shift: 'Gate watch' } });
  });

  /** A call with a cached reply after 8 s. `answer` and `refuse` then give the portal's reply. */
  async function late() {
    const phone = openPhone();
    await phone.read();
    await phone.settled();
    jest.useFakeTimers();
    let [answer, refuse]: ((given: unknown) => void)[] = [];
    phone.state.answer = () => new Promise((...ends) => ([answer, refuse] = ends));
    const reading = phone.read();
    await jest.advanceTimersByTimeAsync(8_000);
    const { later } = (await reading) as Reply;
    return {
      ...phone,
      later: later as Promise<Reply | null>,
      answer: (given: unknown) => answer?.(given),
      refuse: (error: unknown) => refuse?.(error),
    };
  }

  it('replaces the cached reply later and ends the notice, because the call stays in flight', async () => {
    const { later, answer, sent, shown, fresh, state, read } = await late();
    expect([sent.at(-1)?.signal, shown.length, fresh.length]).toEqual([undefined, 1, 1]);
    answer({ shift: 'Night watch' });
    expect(await later).toMatchObject({ data: { shift: 'Night watch' } });
    expect(fresh).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    state.answer = () => Promise.reject(refusal(0));
    expect(await read()).toMatchObject({ data: { shift: 'Night watch' } });
  });

  it('does not replace the cached reply of a call that began after it', async () => {
    const { later, answer, state, read } = await late();
    state.answer = () => Promise.resolve({ shift: 'Day watch' });
    await jest.advanceTimersByTimeAsync(1);
    await read();
    await jest.advanceTimersByTimeAsync(1);
    answer({ shift: 'Night watch' });
    await later;
    await jest.advanceTimersByTimeAsync(1);
    state.answer = () => Promise.reject(refusal(0));
    expect(await read()).toMatchObject({ data: { shift: 'Day watch' } });
  });

  it('drops the late reply when the guard has left', async () => {
    const { later, answer, state, held } = await late();
    state.guard = null;
    answer({ shift: 'Night watch' });
    expect(await later).toBeNull();
    expect(JSON.stringify(held())).not.toContain('Night watch');
  });

  it('rejects later with a refusal of the portal, ends the notice, and removes the cached reply', async () => {
    const { later, refuse, state, read, fresh } = await late();
    refuse(refusal(403));
    await expect(later).rejects.toMatchObject({ code: 403 });
    expect(fresh).toHaveLength(2);
    state.answer = () => Promise.reject(refusal(0));
    await expect(read()).rejects.toMatchObject({ code: 0 });
  });
});

it.each<[string, (state: ReturnType<typeof openPhone>['state']) => void]>([
  ['another guard', (state) => (state.guard = 'ben')],
  ['a page without a session', (state) => (state.guard = null)],
  ['the same guard after caching was switched off', (state) => (state.isCachingAllowed = false)],
])('%s does not get the cached reply', async (_who, change) => {
  const { state, read, settled } = openPhone();
  await read();
  await settled();
  change(state);
  state.answer = () => Promise.reject(refusal(0));
  await expect(read()).rejects.toMatchObject({ code: 0 });
});

const leaving: [string, (state: ReturnType<typeof openPhone>['state']) => void][] = [
  ['the guard has left', (state) => (state.guard = null)],
  ['caching was switched off', (state) => (state.isCachingAllowed = false)],
];

it.each(leaving)('does not cache a reply that arrives after %s', async (_what, change) => {
  const { state, read, held, settled } = openPhone();
  state.answer = async () => {
    change(state);
    return { shift: 'Gate watch' };
  };
  await read();
  await settled();
  expect(held()).toEqual({});
});

it.each(leaving)('deletes a reply that is being stored when %s', async (_what, change) => {
  const { state, read, held, settled } = openPhone();
  await read();
  change(state);
  await settled();
  expect(held()).toEqual({});
});

const every = [
  applications,
  assigned,
  auth,
  chat,
  covers,
  documents,
  earnings,
  enotes,
  guards,
  handovers,
  jobs,
  media,
  orders,
  shifts,
].flatMap((domain) => Object.values(domain) as Partial<Endpoint>[]);

it('caches the calls that a guard needs at a site: no pay, no identity, no chat', async () => {
  const cached = every.filter(({ keptOnDevice }) => keptOnDevice);
  expect(cached.map(({ id }) => id).sort()).toEqual([
    'covers.list',
    'enotes.jobs',
    'enotes.list',
    'handovers.of-shift',
    'orders.of-shift',
    'shifts.break-reasons',
    'shifts.current',
    'shifts.end-job-reasons',
  ]);
  expect(cached.map(({ method }) => method)).toEqual(cached.map(() => 'GET'));
});

it('passes each other call on unchanged', async () => {
  const { read, sent, held, settled } = openPhone();
  await read(documents.listDocuments as never);
  await settled();
  expect([sent, held()]).toEqual([[{}], {}]);
});
