/** @jest-environment node */
import 'fake-indexeddb/auto';
import { act, createDevice, deleteDatabase, flushTasks, options, refusal, testEntries, until } from './outbox.fixture';

afterEach(async () => {
  jest.restoreAllMocks();
  await deleteDatabase();
});

/** The device takes nothing more, from the next answer of the server on. */
function full(here: ReturnType<typeof createDevice>, answer: unknown = null) {
  const faults = { isFull: false };
  const put = IDBObjectStore.prototype.put;
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    if (faults.isFull) throw new DOMException('full', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  here.answers(() => {
    faults.isFull = true;
    return answer;
  });
  return faults;
}

it('reads "sent" once the server has it, also when the device cannot write that down; it is sent once and written down later', async () => {
  const here = createDevice();
  const faults = full(here, { id: 7 });
  const tab = here.tab();
  expect(await tab.queue.add(act, {}, options('one'))).toMatchObject({ ok: true, data: { id: 7 } });
  await until(() => tab.now()[0] === 'one: sent');
  await tab.queue.sendNow();
  expect([tab.now(), here.tried.length]).toEqual([['one: sent'], 1]);
  expect(tab.changes).toEqual(['leave']);
  expect(await testEntries().of('ada')).toMatchObject([{ state: 'waiting' }]);
  expect([tab.pauses.at(-1), tab.reports]).toEqual([10_000, [expect.stringContaining('full')]]);
  faults.isFull = false;
  tab.runTimer();
  await flushTasks();
  expect(await testEntries().of('ada')).toMatchObject([{ state: 'sent' }]);
  expect(here.tried).toHaveLength(1);
});

it('the draft that it was made of is forgotten once the server has it, and not while it waits or where it was refused', async () => {
  const here = createDevice();
  const tab = here.tab();
  const answers = { one: null, two: refusal(400), three: refusal(503) };
  here.answers(({ key }) => answers[(key ?? '').replace('key-of-', '') as keyof typeof answers]);
  for (const what of Object.keys(answers)) void tab.queue.add(act, {}, options(what));
  await until(() => tab.now().join() === 'one: sent,two: failed,three: on device');
  expect(tab.draftsOf).toEqual([['ada', 'key-of-one']]);
});

it('goes out again under its key when the page was closed before it could be written down', async () => {
  const here = createDevice();
  const faults = full(here);
  const tab = here.tab();
  await tab.queue.add(act, {}, options('one'));
  faults.isFull = false;
  here.answers(() => null);
  jest.restoreAllMocks();
  const later = here.tab();
  await later.queue.sendNow();
  await until(() => later.now()[0] === 'one: sent');
  expect(new Set(here.tried.map(({ key }) => key))).toEqual(new Set(['key-of-one']));
});

it('says "sent" also when the device does not even read any more', async () => {
  const here = createDevice();
  const tab = here.tab();
  const broken = () => {
    throw new DOMException('gone', 'UnknownError');
  };
  here.answers(() => {
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(broken);
    jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(broken);
    return null;
  });
  expect(await tab.queue.add(act, {}, options('one'))).toMatchObject({ ok: true });
  await until(() => tab.now()[0] === 'one: sent');
  tab.runTimer();
  await flushTasks();
  // Once for what it did not take, once for what it did not give, however often it is asked again.
  expect([tab.reports, tab.pauses.at(-1)]).toEqual([[expect.stringContaining('gone'), expect.stringContaining('gone')], 10_000]);
});

it('a tab that hears of another while the device gives nothing says so', async () => {
  const here = createDevice();
  const [one, other] = [here.tab(), here.tab()];
  const broken = jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  await expect(one.queue.dismiss('key-of-none')).rejects.toThrow('gone');
  await flushTasks();
  broken.mockRestore();
  expect(new Set(other.reports)).toEqual(new Set(['UnknownError: gone']));
});

it('looks again at the first moment at which something changes by itself', async () => {
  const here = createDevice();
  const tab = here.tab();
  here.freezeLockOwner();
  void tab.queue.add(act, {}, options('one'));
  await until(() => tab.now().length === 1);
  here.state.now = new Date(here.state.now.getTime() + 2000);
  void tab.queue.add(act, {}, options('two'));
  await until(() => tab.now().length === 2);
  expect([tab.now(), tab.pauses.at(-1)]).toEqual([['one: sending', 'two: sending'], 3000]);
});

it('keeps the pause of a try that had no answer, so that a full device does not ask the server in a circle', async () => {
  const here = createDevice();
  full(here, refusal(503));
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: on device');
  await flushTasks();
  expect(here.tried).toHaveLength(1);
});

it('goes out again when the guard asks, also after a refusal that the device could not write down', async () => {
  const here = createDevice();
  const faults = full(here, refusal(409));
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: failed');
  await flushTasks();
  faults.isFull = false;
  here.answers(() => null);
  await tab.queue.retry('key-of-one');
  await until(() => tab.now()[0] === 'one: sent');
  expect(here.tried).toHaveLength(2);
});
