/** @jest-environment node */
import 'fake-indexeddb/auto';
import { act, createDevice, deleteDatabase, flushTasks, options, refusal, testEntries, waitUntil } from './outbox.fixture';

afterEach(async () => {
  jest.restoreAllMocks();
  await deleteDatabase();
});

/** The device stores nothing after the next reply. */
function full(device: ReturnType<typeof createDevice>, answer: unknown = null) {
  const faults = { isFull: false };
  const put = IDBObjectStore.prototype.put;
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    if (faults.isFull) throw new DOMException('full', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  device.answers(() => {
    faults.isFull = true;
    return answer;
  });
  return faults;
}

it('shows a result that the device cannot store, sends once, and stores the result later', async () => {
  const device = createDevice();
  const faults = full(device, { id: 7 });
  const tab = device.tab();
  expect(await tab.queue.add(act, {}, options('one'))).toMatchObject({ ok: true, data: { id: 7 } });
  await waitUntil(() => tab.now()[0] === 'one: sent');
  await tab.queue.sendNow();
  expect([tab.now(), device.tried.length]).toEqual([['one: sent'], 1]);
  expect(tab.changes).toEqual(['leave']);
  expect(await testEntries().of('ada')).toMatchObject([{ state: 'waiting' }]);
  expect([tab.pauses.at(-1), tab.reports]).toEqual([10_000, [expect.stringContaining('full')]]);
  faults.isFull = false;
  tab.runTimer();
  await flushTasks();
  expect(await testEntries().of('ada')).toMatchObject([{ state: 'sent' }]);
  expect(device.tried).toHaveLength(1);
});

it('deletes the draft of a sent entry, and not of a waiting or refused one', async () => {
  const device = createDevice();
  const tab = device.tab();
  const answers = { one: null, two: refusal(400), three: refusal(503) };
  device.answers(({ key }) => answers[(key ?? '').replace('key-of-', '') as keyof typeof answers]);
  for (const what of Object.keys(answers)) void tab.queue.add(act, {}, options(what));
  await waitUntil(() => tab.now().join() === 'one: sent,two: failed,three: on device');
  expect(tab.draftsOf).toEqual([['ada', 'key-of-one']]);
});

it('sends again under its key when the page closed before the result was stored', async () => {
  const device = createDevice();
  const faults = full(device);
  const tab = device.tab();
  await tab.queue.add(act, {}, options('one'));
  faults.isFull = false;
  device.answers(() => null);
  jest.restoreAllMocks();
  const later = device.tab();
  await later.queue.sendNow();
  await waitUntil(() => later.now()[0] === 'one: sent');
  expect(new Set(device.tried.map(({ key }) => key))).toEqual(new Set(['key-of-one']));
});

it('shows "sent" when the device neither stores nor reads', async () => {
  const device = createDevice();
  const tab = device.tab();
  const broken = () => {
    throw new DOMException('gone', 'UnknownError');
  };
  device.answers(() => {
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(broken);
    jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(broken);
    return null;
  });
  expect(await tab.queue.add(act, {}, options('one'))).toMatchObject({ ok: true });
  await waitUntil(() => tab.now()[0] === 'one: sent');
  tab.runTimer();
  await flushTasks();
  // One report for storing, and one for reading.
  expect([tab.reports, tab.pauses.at(-1)]).toEqual([[expect.stringContaining('gone'), expect.stringContaining('gone')], 10_000]);
});

it('reports a failed read after a message of another tab', async () => {
  const device = createDevice();
  const [one, other] = [device.tab(), device.tab()];
  const broken = jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  await expect(one.queue.dismiss('key-of-none')).rejects.toThrow('gone');
  await flushTasks();
  broken.mockRestore();
  expect(new Set(other.reports)).toEqual(new Set(['UnknownError: gone']));
});

it('sets its timer to the first time at which an entry changes', async () => {
  const device = createDevice();
  const tab = device.tab();
  device.freezeLockOwner();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now().length === 1);
  device.state.now = new Date(device.state.now.getTime() + 2000);
  void tab.queue.add(act, {}, options('two'));
  await waitUntil(() => tab.now().length === 2);
  expect([tab.now(), tab.pauses.at(-1)]).toEqual([['one: sending', 'two: sending'], 3000]);
});

it('keeps the pause after a try without a reply when the device is full', async () => {
  const device = createDevice();
  full(device, refusal(503));
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: on device');
  await flushTasks();
  expect(device.tried).toHaveLength(1);
});

it('sends again at a retry after a refusal that the device could not store', async () => {
  const device = createDevice();
  const faults = full(device, refusal(409));
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: failed');
  await flushTasks();
  faults.isFull = false;
  device.answers(() => null);
  await tab.queue.retry('key-of-one');
  await waitUntil(() => tab.now()[0] === 'one: sent');
  expect(device.tried).toHaveLength(2);
});
