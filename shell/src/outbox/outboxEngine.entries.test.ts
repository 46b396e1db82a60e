/** @jest-environment node */
import 'fake-indexeddb/auto';
import { act, createDevice, deferred, deleteDatabase, flushTasks, minutes, options, refusal, testEntries, until } from './outbox.fixture';

afterEach(deleteDatabase);

it('shows why it waits, not while it is tried again, and nothing of it once it was sent', async () => {
  const here = createDevice();
  here.answers(() => refusal(503, 'Down'));
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: on device');
  expect(tab.entries()).toMatchObject([{ failure: { code: 503, message: 'Down' } }]);
  const answer = deferred<null>();
  here.answers(() => answer.promise);
  void tab.queue.sendNow();
  await until(() => tab.now()[0] === 'one: sending');
  for (const missing of ['failure', 'progress', 'bytes', 'isQuiet']) expect(tab.entries()[0]).not.toHaveProperty(missing);
  answer.end(null);
  await until(() => tab.now()[0] === 'one: sent');
  expect(tab.entries()[0]).not.toHaveProperty('failure');
});

it.each([
  ['doubles with each try that had no answer', 503, [2000, 4000, 8000]],
  ['stays as it is while the session is refused', 401, [2000, 2000, 2000]],
])('the pause %s', async (_what, code, pauses) => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const here = createDevice();
  here.answers(() => refusal(code));
  const tab = here.tab();
  const waited: (number | undefined)[] = [];
  void tab.queue.add(act, {}, options('one'));
  for (const count of [1, 2, 3]) {
    await until(() => here.tried.length === count && tab.now()[0] === 'one: on device');
    await flushTasks();
    waited.push(tab.pauses.at(-1));
    await tab.queue.sendNow();
  }
  expect(waited).toEqual(pauses);
  jest.restoreAllMocks();
});

it('fails, and is reported, when it cannot be put into a request', async () => {
  const here = createDevice();
  here.answers(() => Promise.reject(new TypeError('circular')));
  const tab = here.tab();
  expect(await tab.queue.add(act, {}, options('one'))).toMatchObject({ ok: false, error: { message: 'circular' } });
  await until(() => tab.now()[0] === 'one: failed');
  expect(tab.reports).toEqual(['TypeError: circular']);
});

it('keeps nothing for nobody', async () => {
  const here = createDevice();
  here.state.guard = null;
  const tab = here.tab();
  await expect(tab.queue.add(act, {}, options('one'))).rejects.toThrow('A durable write needs a guard to own it');
  await tab.queue.retry('key-of-one');
  await tab.queue.dismiss('key-of-one');
  expect(here.tried).toEqual([]);
});

it('keeps with a call how it travels', async () => {
  const here = createDevice();
  const calls: object[] = [];
  here.answers((_tried, _options, endpoint) => void calls.push(endpoint));
  const tab = here.tab();
  await tab.queue.add({ ...act, query: ['page'], always: { kind: 1 } } as unknown as typeof act, {}, options('one'));
  await tab.queue.add(act, {}, options('two'));
  const plain = { id: 'leave.apply', method: 'POST', path: '/apply-leave', auth: 'approved' };
  expect(calls).toEqual([{ ...plain, query: ['page'], always: { kind: 1 } }, plain]);
});

it('a failed one takes what is given under its key again, in its place', async () => {
  const here = createDevice();
  here.answers(() => refusal(409));
  const tab = here.tab();
  await tab.queue.add(act, { day: 1 }, options('one'));
  await tab.queue.add(act, {}, options('two'));
  here.answers(() => null);
  expect(await tab.queue.add(act, { day: 2 }, options('one'))).toMatchObject({ ok: true });
  await until(() => tab.now().join() === 'one: sent,two: failed');
  expect(here.tried.map(({ input }) => input)).toEqual([{ day: 1 }, {}, { day: 2 }]);
});

it('answers everybody on the page who made the same act', async () => {
  const here = createDevice();
  const answer = deferred<null>();
  here.answers(() => answer.promise);
  const tab = here.tab();
  const both = [tab.queue.add(act, {}, options('one')), tab.queue.add(act, {}, options('one'))];
  await until(() => here.tried.length === 1);
  answer.end(null);
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(here.tried).toHaveLength(1);
});

it('is shown for an hour after it was sent, and is then off the device', async () => {
  const here = createDevice();
  const tab = here.tab();
  await tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: sent');
  here.state.now = new Date(here.state.now.getTime() + minutes(60));
  await tab.queue.read();
  expect(tab.now()).toEqual(['one: sent']);
  here.state.now = new Date(here.state.now.getTime() + 1);
  await tab.queue.read();
  expect(tab.now()).toEqual([]);
  expect(await testEntries().of('ada')).toEqual([]);
});

it('sends nothing in a turn that another tab took', async () => {
  const here = createDevice();
  here.state.isMine = false;
  const tab = here.tab();
  void tab.queue.add(act, {}, options('one'));
  await until(() => tab.now()[0] === 'one: on device');
  await flushTasks();
  expect(here.tried).toEqual([]);
  here.state.isMine = true;
  await tab.queue.sendNow();
  await until(() => tab.now()[0] === 'one: sent');
});

it('looks again in half a minute when the device did not answer', async () => {
  const here = createDevice();
  here.state.isOnline = false;
  void here.tab().queue.add(act, {}, options('one'));
  await flushTasks();
  here.state.isOnline = true;
  const tab = here.tab();
  const read = jest.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('gone', 'UnknownError');
  });
  await tab.queue.sendNow();
  expect([tab.reports.length > 0, tab.pauses.at(-1), here.tried]).toEqual([true, 30_000, []]);
  read.mockRestore();
  tab.runTimer();
  await until(() => tab.now()[0] === 'one: sent');
});
