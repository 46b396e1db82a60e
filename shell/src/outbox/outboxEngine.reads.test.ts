/** @jest-environment node */
import 'fake-indexeddb/auto';
import { act, createDevice, deleteDatabase, flushTasks, options, refusal, testEntries, waitUntil } from './outbox.fixture';
import type { StoredEntry } from './outboxTypes';

afterEach(deleteDatabase);

/** Tabs that have read the device. From then on their reads and writes are counted. */
async function openTabs(count: number) {
  const device = createDevice();
  const tabs = Array.from({ length: count }, () => device.tab());
  for (const { queue } of tabs) await queue.read();
  for (const { access } of tabs) Object.assign(access, { reads: 0, writes: 0 });
  return { device, tabs };
}

// Before the state machine the counts were 5 and 5 reads; 3 at the start of a page.
it.each([
  ['is sent', null, 'sent'],
  ['gets no reply', refusal(0), 'on device'],
])(
  'reads the device once in the tab that adds and sends an entry, and three times in another tab, when it %s',
  async (_what, reply, state) => {
    const { device, tabs } = await openTabs(2);
    device.answers(() => reply);
    void tabs[0]?.queue.add(act, {}, options('one'));
    await waitUntil(() => device.tried.length === 1 && tabs.every((tab) => tab.now()[0] === `one: ${state}`));
    await flushTasks();
    expect(tabs.map(({ access }) => access)).toEqual([
      { reads: 1, writes: 2 },
      { reads: 3, writes: 0 },
    ]);
  },
);

it('reads the device twice at the start of a page', async () => {
  const { device } = await openTabs(0);
  const { queue, access } = device.tab();
  await queue.read();
  await queue.sendNow();
  expect(access).toEqual({ reads: 2, writes: 0 });
});

it('does not read the device for the progress of an upload', async () => {
  const { device, tabs } = await openTabs(2);
  device.answers((_tried, { onProgress }) => {
    for (let percent = 1; percent <= 100; percent++) onProgress?.(percent / 100);
    return null;
  });
  await tabs[0]?.queue.add(act, new File(['photo'], 'a.jpg'), options('one'));
  await flushTasks();
  expect(tabs.map(({ access }) => access.reads)).toEqual([1, 3]);
});

/** Counts the rows that are loaded from the database. */
function countRows() {
  const counts = { loaded: 0 };
  for (const [owner, name] of [
    [IDBIndex.prototype, 'getAll'],
    [IDBObjectStore.prototype, 'get'],
  ] as const) {
    const load = owner[name] as (...given: unknown[]) => IDBRequest;
    jest.spyOn(owner as IDBIndex, name as 'getAll').mockImplementation(function (this: IDBIndex, ...given: unknown[]) {
      const request = load.apply(this, given);
      request.addEventListener('success', () => (counts.loaded += [request.result].flat().length));
      return request;
    });
  }
  return counts;
}

describe('with 100 entries of four order keys', () => {
  const COUNT = 100;
  const what = (number: number) => options(`${number}`, { order: `line ${number % 4}` });
  afterEach(() => jest.restoreAllMocks());

  it('loads each waiting row at most 8 times while all are sent, and sends them in order', async () => {
    const device = createDevice();
    device.state.isOnline = false;
    const { queue, entries } = device.tab();
    await queue.read();
    for (let number = 0; number < COUNT; number++) void queue.add(act, { number }, what(number));
    await waitUntil(() => entries().length === COUNT);
    const counts = countRows();
    device.state.isOnline = true;
    await queue.sendNow();
    await waitUntil(() => entries().every(({ state }) => state === 'sent'));
    const numbers = device.tried.map(({ input }) => (input as { number: number }).number);
    for (const line of [0, 1, 2, 3]) {
      const ofLine = numbers.filter((number) => number % 4 === line);
      expect(ofLine).toEqual([...ofLine].sort((one, other) => one - other));
    }
    expect(numbers).toHaveLength(COUNT);
    expect(counts.loaded).toBeLessThanOrEqual(8 * COUNT);
  });

  it('loads no row for an entry that is added without a connection', async () => {
    const device = createDevice();
    device.state.isOnline = false;
    const { queue, entries } = device.tab();
    await queue.read();
    void queue.add(act, {}, what(0));
    await waitUntil(() => entries()[0]?.state === 'on device');
    const counts = countRows();
    for (let number = 1; number < COUNT; number++) void queue.add(act, { number }, what(number));
    await waitUntil(() => entries().length === COUNT && entries().every(({ state }) => state === 'on device'));
    expect(counts.loaded).toBe(0);
  });

  it('sends no entry that another tab removed, and sends an entry that it added last, without a message from that tab', async () => {
    const device = createDevice();
    device.state.isOnline = false;
    const { queue, entries } = device.tab();
    await queue.read();
    for (const name of ['first', 'removed', 'last']) void queue.add(act, {}, options(name, { order: 'line' }));
    await waitUntil(() => entries().length === 3);
    const elsewhere = testEntries();
    let sent = 0;
    device.answers(async () => {
      if (sent++ > 0) return null;
      const [row] = await elsewhere.of('ada');
      const { seq: _, ...copy } = row as StoredEntry;
      await elsewhere.remove('ada', options('removed').key);
      await elsewhere.add({ ...copy, key: 'added' });
      return null;
    });
    device.state.isOnline = true;
    await queue.sendNow();
    await waitUntil(() => entries().length === 3 && entries().every(({ state }) => state === 'sent'));
    expect(device.tried.map(({ key }) => key)).toEqual([options('first').key, options('last').key, 'added']);
  });
});
