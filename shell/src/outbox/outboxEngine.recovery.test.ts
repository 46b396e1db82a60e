/** @jest-environment node */
import 'fake-indexeddb/auto';
import { act, createDeferred, createDevice, deleteDatabase, flushTasks, minutes, options, refusal, waitUntil } from './outbox.fixture';

afterEach(deleteDatabase);

it('shows and sends a stored entry after a reload', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  const file = new Blob(['picture'], { type: 'image/jpeg' });
  void device.tab().queue.add(act, { file, note: 'x' }, options('note'));
  await flushTasks();
  device.state.isOnline = true;
  const later = device.tab();
  await later.queue.sendNow();
  await waitUntil(() => later.now()[0] === 'note: sent');
  const input = device.tried[0]?.input as { file: Blob; note: string };
  expect([await input.file.text(), input.note]).toEqual(['picture', 'x']);
});

it('sends an entry again under its key after a crash before the reply', async () => {
  const device = createDevice();
  device.answers(() => new Promise(() => undefined));
  const crashed = device.tab();
  void crashed.queue.add(act, {}, options('one'));
  await waitUntil(() => device.tried.length === 1);
  // A new device with the same database.
  const after = createDevice();
  const tab = after.tab();
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'one: sent');
  expect(after.tried).toEqual([{ id: 'leave.apply', input: {}, key: 'key-of-one' }]);
});

it('sends in one of two tabs, and shows and invalidates in both', async () => {
  const device = createDevice();
  const answer = createDeferred<null>();
  device.answers(() => answer.promise);
  const [one, two] = [device.tab(), device.tab()];
  void one.queue.add(act, {}, options('one'));
  void two.queue.add(act, {}, options('two'));
  await waitUntil(() => device.tried.length === 2 && two.now().join() === 'one: sending,two: sending');
  answer.end(null);
  await waitUntil(() => [one, two].every((tab) => tab.now().join() === 'one: sent,two: sent'));
  await flushTasks();
  expect(device.tried.map(({ key }) => key).sort()).toEqual(['key-of-one', 'key-of-two']);
  for (const tab of [one, two]) expect(tab.changes).toEqual(['leave', 'leave']);
});

it('settles a caller in a tab that does not send', async () => {
  const device = createDevice();
  const [first, second] = [createDeferred<null>(), device.tab()];
  const sender = device.tab();
  device.answers(({ input }) => (input === 'first' ? first.promise : { id: 9 }));
  void sender.queue.add(act, 'first', options('first', { order: 'a' }));
  await waitUntil(() => device.tried.length === 1);
  // The first tab keeps the lock, so it sends the entry of the second.
  const result = await second.queue.add(act, 'second', options('second', { order: 'b' }));
  expect(result).toMatchObject({ ok: true, data: { id: 9 } });
  first.end(null);
  await waitUntil(() => second.now().join() === 'first: sent,second: sent');
  await flushTasks();
});

it('shows a new entry as waiting after five seconds when the lock owner is suspended', async () => {
  const device = createDevice();
  const tab = device.tab();
  device.freezeLockOwner();
  const states: string[] = [];
  void tab.queue.add(act, {}, options('one', { onState: (state) => states.push(state) }));
  await waitUntil(() => tab.now()[0] === 'one: sending');
  await flushTasks();
  device.state.now = new Date(device.state.now.getTime() + 4999);
  tab.runTimer();
  await flushTasks();
  expect(tab.now()).toEqual(['one: sending']);
  device.state.now = new Date(device.state.now.getTime() + 1);
  tab.runTimer();
  await waitUntil(() => tab.now()[0] === 'one: on device');
  expect(states).toEqual(['sending', 'on device']);
  await flushTasks();
});

it('waits for the same guard after a 401, and neither shows nor sends the entry for another guard', async () => {
  const device = createDevice();
  device.answers(() => {
    device.state.guard = null;
    return refusal(401);
  });
  const tab = device.tab();
  const sent = tab.queue.add(act, {}, options('one'));
  await waitUntil(() => device.tried.length === 1);
  await flushTasks();
  expect(tab.now()).toEqual([]);
  device.answers(() => null);
  device.state.guard = 'bo';
  await tab.queue.sendNow();
  expect(tab.now()).toEqual([]);
  expect(device.tried).toHaveLength(1);
  device.state.guard = 'ada';
  await tab.queue.sendNow();
  expect((await sent).ok).toBe(true);
  expect(device.tried).toHaveLength(2);
});

describe('after its end', () => {
  async function late(isSure: boolean) {
    const device = createDevice();
    device.state.isOnline = false;
    device.state.isTimeSynchronised = isSure;
    const tab = device.tab();
    void tab.queue.add(act, {}, options('one', { validUntil: '2027-03-14T16:00:00Z' }));
    await waitUntil(() => tab.now()[0] === 'one: on device');
    device.state.now = new Date('2027-03-14T16:00:01Z');
    tab.runTimer();
    await flushTasks();
    device.state.isOnline = true;
    await tab.queue.sendNow();
    return { device, tab };
  }

  it.each([
    ['an SOS expires, so the guard decides again', 15, 'failed'],
    ['an act of a shift waits for the server’s time', 12 * 60, 'on device'],
  ])('after sleep, or when the clock was set, %s', async (_what, validFor, state) => {
    const device = createDevice();
    Object.assign(device.state, { isOnline: false, isTimeExact: false });
    const tab = device.tab();
    void tab.queue.add(act, {}, options('one', { validUntil: new Date(device.state.now.getTime() + minutes(validFor)).toISOString() }));
    await waitUntil(() => tab.now()[0] === 'one: on device');
    device.state.now = new Date(device.state.now.getTime() + minutes(validFor + 1));
    await tab.queue.sendNow();
    await waitUntil(() => tab.now()[0] === `one: ${state}`);
    expect(device.tried).toEqual([]);
    await flushTasks();
    expect(tab.now()).toEqual([`one: ${state}`]);
  });

  it('fails an expired entry without sending it, and sends it at a retry', async () => {
    const { device, tab } = await late(true);
    expect(device.tried).toEqual([]);
    expect(tab.entries()).toMatchObject([{ state: 'failed', expired: true }]);
    await tab.queue.retry('key-of-one');
    await waitUntil(() => tab.now()[0] === 'one: sent');
    expect(device.tried).toHaveLength(1);
  });

  it('sends an expired entry weeks later only after its text has warned that it may count twice', async () => {
    const device = createDevice();
    device.answers(() => refusal(503));
    const tab = device.tab();
    void tab.queue.add(act, {}, options('one', { validUntil: '2027-03-14T16:00:00Z' }));
    await waitUntil(() => tab.now()[0] === 'one: on device');
    device.state.now = new Date('2027-03-14T16:00:01Z');
    tab.runTimer();
    await waitUntil(() => tab.now()[0] === 'one: failed');
    expect(tab.entries()[0]?.failure?.userMessage).toContain('it will not count twice');
    device.state.now = new Date('2027-04-14T16:00:00Z');
    device.answers(() => null);
    await tab.queue.retry('key-of-one');
    await flushTasks();
    expect(tab.entries()[0]?.failure?.userMessage).toContain('may count it twice');
    expect(device.tried).toHaveLength(1);
    await tab.queue.retry('key-of-one');
    await waitUntil(() => tab.now()[0] === 'one: sent');
    expect(device.tried.map(({ key }) => key)).toEqual(['key-of-one', 'key-of-one']);
  });

  it('does not expire an entry while the server time is unknown', async () => {
    const { device, tab } = await late(false);
    expect(tab.now()).toEqual(['one: on device']);
    device.state.now = new Date('2027-03-14T15:30:00Z');
    await tab.queue.sendNow();
    await waitUntil(() => tab.now()[0] === 'one: sent');
  });
});

it('never sends a dismissed entry, and settles its caller', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  const tab = device.tab();
  const result = tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: on device');
  await tab.queue.dismiss('key-of-one');
  expect(await result).toMatchObject({ ok: false });
  device.state.isOnline = true;
  await tab.queue.sendNow();
  expect([device.tried, tab.now()]).toEqual([[], []]);
});

it('settles the promise of a new entry that another tab dismissed before any tab reported its state', async () => {
  const device = createDevice();
  const [other, maker] = [device.tab(), device.tab()];
  device.freezeLockOwner();
  const result = maker.queue.add(act, {}, options('one'));
  await waitUntil(() => other.entries().length === 1);
  await other.queue.dismiss('key-of-one');
  await waitUntil(() => maker.entries().length === 0);
  device.state.now = new Date(device.state.now.getTime() + 5001);
  maker.runTimer();
  expect(await result).toMatchObject({ ok: false, error: { message: expect.any(String) } });
  expect(device.tried).toEqual([]);
});

it('shows an entry as sent when it was dismissed in flight and arrived', async () => {
  const device = createDevice();
  const answer = createDeferred<null>();
  device.answers(() => answer.promise);
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => device.tried.length === 1);
  void tab.queue.dismiss('key-of-one');
  await flushTasks();
  expect(tab.now()).toEqual([]);
  answer.end(null);
  await waitUntil(() => tab.now()[0] === 'one: sent');
  expect(tab.changes).toEqual(['leave']);
});

it('treats the same key as the same write', async () => {
  const device = createDevice();
  const tab = device.tab();
  await tab.queue.add(act, { a: 1 }, options('one'));
  expect(await tab.queue.add(act, { a: 1 }, options('one'))).toMatchObject({ ok: true, message: 'Received' });
  expect(device.tried).toHaveLength(1);
});

it('rejects when the device cannot store the write', async () => {
  const device = createDevice();
  const tab = device.tab();
  await expect(tab.queue.add(act, { no: () => 'clone' }, options('one'))).rejects.toThrow();
  expect(device.tried).toEqual([]);
});
