/** @jest-environment node */
import 'fake-indexeddb/auto';
import {
  act,
  createDeferred,
  createDevice,
  deleteDatabase,
  flushTasks,
  minutes,
  options,
  refusal,
  testEntries,
  waitUntil,
} from './outbox.fixture';

afterEach(deleteDatabase);

it('shows the last failure of a waiting entry, and not of one in flight or sent', async () => {
  const device = createDevice();
  device.answers(() => refusal(503, 'Down'));
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: on device');
  expect(tab.entries()).toMatchObject([{ failure: { code: 503, message: 'Down' } }]);
  const answer = createDeferred<null>();
  device.answers(() => answer.promise);
  void tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'one: sending');
  for (const missing of ['failure', 'progress', 'bytes', 'isQuiet']) expect(tab.entries()[0]).not.toHaveProperty(missing);
  answer.end(null);
  await waitUntil(() => tab.now()[0] === 'one: sent');
  expect(tab.entries()[0]).not.toHaveProperty('failure');
});

it.each([
  ['doubles with each try without a reply', 503, [2000, 4000, 8000]],
  ['stays the same while the session is refused', 401, [2000, 2000, 2000]],
])('the pause %s', async (_what, code, pauses) => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const device = createDevice();
  device.answers(() => refusal(code));
  const tab = device.tab();
  const waited: (number | undefined)[] = [];
  void tab.queue.add(act, {}, options('one'));
  for (const count of [1, 2, 3]) {
    await waitUntil(() => device.tried.length === count && tab.now()[0] === 'one: on device');
    await flushTasks();
    waited.push(tab.pauses.at(-1));
    await tab.queue.sendNow();
  }
  expect(waited).toEqual(pauses);
  jest.restoreAllMocks();
});

it('refuses and reports an input that cannot be serialised', async () => {
  const device = createDevice();
  device.answers(() => Promise.reject(new TypeError('circular')));
  const tab = device.tab();
  expect(await tab.queue.add(act, {}, options('one'))).toMatchObject({ ok: false, error: { message: 'circular' } });
  await waitUntil(() => tab.now()[0] === 'one: failed');
  expect(tab.reports).toEqual(['TypeError: circular']);
});

it('rejects a durable write without a session', async () => {
  const device = createDevice();
  device.state.guard = null;
  const tab = device.tab();
  await expect(tab.queue.add(act, {}, options('one'))).rejects.toThrow('A durable write needs a guard to own it');
  await tab.queue.retry('key-of-one');
  await tab.queue.dismiss('key-of-one');
  expect(device.tried).toEqual([]);
});

it('stores the query and the constants of a call', async () => {
  const device = createDevice();
  const calls: object[] = [];
  device.answers((_tried, _options, endpoint) => void calls.push(endpoint));
  const tab = device.tab();
  await tab.queue.add({ ...act, query: ['page'], always: { kind: 1 } } as unknown as typeof act, {}, options('one'));
  await tab.queue.add(act, {}, options('two'));
  const plain = { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' };
  expect(calls).toEqual([{ ...plain, query: ['page'], always: { kind: 1 } }, plain]);
});

it('a failed entry takes a new input under its key, in its position', async () => {
  const device = createDevice();
  device.answers(() => refusal(409));
  const tab = device.tab();
  await tab.queue.add(act, { day: 1 }, options('one'));
  await tab.queue.add(act, {}, options('two'));
  device.answers(() => null);
  expect(await tab.queue.add(act, { day: 2 }, options('one'))).toMatchObject({ ok: true });
  await waitUntil(() => tab.now().join() === 'one: sent,two: failed');
  expect(device.tried.map(({ input }) => input)).toEqual([{ day: 1 }, {}, { day: 2 }]);
});

it('settles each caller of the same write', async () => {
  const device = createDevice();
  const answer = createDeferred<null>();
  device.answers(() => answer.promise);
  const tab = device.tab();
  const both = [tab.queue.add(act, {}, options('one')), tab.queue.add(act, {}, options('one'))];
  await waitUntil(() => device.tried.length === 1);
  answer.end(null);
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(device.tried).toHaveLength(1);
});

it('shows a sent entry for one hour, and then removes it from the device', async () => {
  const device = createDevice();
  const tab = device.tab();
  await tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: sent');
  device.state.now = new Date(device.state.now.getTime() + minutes(60));
  await tab.queue.read();
  expect(tab.now()).toEqual(['one: sent']);
  device.state.now = new Date(device.state.now.getTime() + 1);
  await tab.queue.read();
  expect(tab.now()).toEqual([]);
  expect(await testEntries().of('ada')).toEqual([]);
});

it('sends nothing after another tab stole the lock', async () => {
  const device = createDevice();
  device.state.ownsLock = false;
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: on device');
  await flushTasks();
  expect(device.tried).toEqual([]);
  device.state.ownsLock = true;
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'one: sent');
});

it('checks again after 30 seconds when the device did not answer', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  void device.tab().queue.add(act, {}, options('one'));
  await flushTasks();
  device.state.isOnline = true;
  const tab = device.tab();
  const read = jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  await tab.queue.sendNow();
  expect([tab.reports.length > 0, tab.pauses.at(-1), device.tried]).toEqual([true, 30_000, []]);
  read.mockRestore();
  tab.runTimer();
  await waitUntil(() => tab.now()[0] === 'one: sent');
});
