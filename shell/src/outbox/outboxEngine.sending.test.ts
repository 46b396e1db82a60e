/** @jest-environment node */
import 'fake-indexeddb/auto';
import { ApiError } from '@portal/api-client/call';
import { type Answer, act, createDevice, deleteDatabase, flushTasks, minutes, options, refusal, waitUntil } from './outbox.fixture';

afterEach(deleteDatabase);

it('sends under its key, returns the reply, and invalidates the domain', async () => {
  const device = createDevice();
  const tab = device.tab();
  const states: string[] = [];
  device.answers(() => ({ id: 7 }));
  const result = await tab.queue.add(act, { a: 1 }, options('one', { onState: (state, at) => states.push(`${state} at ${at}`) }));
  expect(result).toEqual({ ok: true, message: 'Received', data: { id: 7 }, at: '2027-03-14T15:00:00.000Z' });
  expect(device.tried).toEqual([{ id: 'leave.apply', input: { a: 1 }, key: 'key-of-one' }]);
  const at = '2027-03-14T15:00:00.000Z';
  expect(states).toEqual([`sending at ${at}`, `sent at ${at}`]);
  expect(tab.entries()).toMatchObject([
    { key: 'key-of-one', endpointId: 'leave.apply', order: null, what: 'one', state: 'sent', createdAt: at, sentAt: at, validUntil: null },
  ]);
  await waitUntil(() => tab.changes.length > 0);
  expect(tab.changes).toEqual(['leave']);
});

it('[TRACE-01] sends each try, also after the page was closed, with the trace of the tap', async () => {
  const device = createDevice();
  const sent: unknown[] = [];
  const answers: Answer[] = [refusal(503), null];
  device.answers((_, { headers }) => {
    sent.push(headers);
    return answers.shift();
  });
  const trace = { traceparent: '00-trace', baggage: 'module=mf-jobs,version=1.2.0' };
  void device.tab().queue.add(act, {}, options('one', { trace }));
  await waitUntil(() => sent.length === 1);
  device.state.now = new Date(device.state.now.getTime() + minutes(6));
  await device.tab().queue.sendNow();
  await waitUntil(() => sent.length === 2);
  expect(sent).toEqual([trace, trace]);
});

it('shows an entry as waiting without a network, and sends nothing', async () => {
  const device = createDevice();
  device.state.isOnline = false;
  const tab = device.tab();
  const states: string[] = [];
  void tab.queue.add(act, {}, options('one', { onState: (state) => states.push(state) }));
  await waitUntil(() => states.at(-1) === 'on device');
  expect(tab.now()).toEqual(['one: on device']);
  expect(device.tried).toEqual([]);
  device.state.isOnline = true;
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'one: sent');
  expect(device.tried).toHaveLength(1);
});

it.each([
  [0, 'on device'],
  [429, 'on device'],
  [503, 'on device'],
  [401, 'on device'],
  [403, 'failed'],
  [409, 'failed'],
])('shows an entry after a %d as %s', async (code, state) => {
  const device = createDevice();
  device.answers(() => refusal(code));
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => device.tried.length === 1 && tab.now()[0] === `one: ${state}`);
  await flushTasks();
  expect(device.tried).toHaveLength(1);
});

it('sends again under the same key after its pause', async () => {
  const device = createDevice();
  const answers: Answer[] = [refusal(0), refusal(503), null];
  device.answers(() => answers.shift());
  const tab = device.tab();
  const sent = tab.queue.add(act, {}, options('one'));
  for (const count of [1, 2]) {
    await waitUntil(() => device.tried.length === count);
    await flushTasks();
    expect(tab.now()).toEqual(['one: on device']);
    device.state.now = new Date(device.state.now.getTime() + minutes(6));
    tab.runTimer();
  }
  expect((await sent).ok).toBe(true);
  expect(new Set(device.tried.map(({ key }) => key)).size).toBe(1);
});

it('keeps a server-named pause at sendNow', async () => {
  const device = createDevice();
  device.answers(() => new ApiError({ code: 429, message: 'Slowly', data: null }, 60));
  const tab = device.tab();
  void tab.queue.add(act, {}, options('one'));
  await waitUntil(() => tab.now()[0] === 'one: on device');
  await tab.queue.sendNow();
  expect(device.tried).toHaveLength(1);
  device.state.now = new Date(device.state.now.getTime() + minutes(2));
  device.answers(() => null);
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[0] === 'one: sent');
});

it('sends entries of one order key in sequence, and other entries in parallel', async () => {
  const device = createDevice();
  device.answers(({ input }) => (input === 'start' ? refusal(0) : null));
  const tab = device.tab();
  for (const what of ['start', 'break', 'end']) void tab.queue.add(act, what, options(what, { order: 'shift' }));
  void tab.queue.add(act, 'other', options('other', { order: 'another shift' }));
  await waitUntil(() => tab.now()[3] === 'other: sent');
  expect(device.tried.map(({ input }) => input)).toEqual(['start', 'other']);
  expect(tab.now().slice(0, 3)).toEqual(['start: on device', 'break: on device', 'end: on device']);
  device.answers(() => null);
  await tab.queue.sendNow();
  await waitUntil(() => tab.now()[2] === 'end: sent');
  expect(device.tried.map(({ input }) => input)).toEqual(['start', 'other', 'start', 'break', 'end']);
});

it('sends the next entry of an order key after a refusal, which is listed until it is dismissed', async () => {
  const device = createDevice();
  device.answers(({ input }) => (input === 'break' ? refusal(409, 'You are on a break') : null));
  const tab = device.tab();
  const refused = tab.queue.add(act, 'break', options('break', { order: 'shift' }));
  await tab.queue.add(act, 'end', options('end', { order: 'shift' }));
  expect(await refused).toMatchObject({ ok: false, error: { code: 409, userMessage: 'You are on a break' } });
  await waitUntil(() => tab.now()[1] === 'end: sent');
  expect(tab.entries()[0]).toMatchObject({ state: 'failed', failure: { userMessage: 'You are on a break' } });
  await tab.queue.dismiss('key-of-break');
  expect(tab.now()).toEqual(['end: sent']);
});

it('does not list a refusal that its caller displays', async () => {
  const device = createDevice();
  device.answers(() => refusal(409));
  const tab = device.tab();
  const result = await tab.queue.add(act, {}, { key: 'key-1', durable: { what: 'one', takesRefusal: () => true } });
  expect(result.ok).toBe(false);
  await flushTasks();
  expect(tab.now()).toEqual([]);
});

it('stores that an entry is quiet', async () => {
  const device = createDevice();
  device.answers(() => refusal(0));
  const durable = { what: 'one', isQuiet: true as const };
  const tab = device.tab();
  void tab.queue.add(act, {}, { key: 'key-1', durable });
  await waitUntil(() => tab.now()[0] === 'one: on device');
  const reloaded = device.tab();
  await reloaded.queue.read();
  expect(reloaded.entries()).toMatchObject([{ what: 'one', isQuiet: true }]);
});

it('fails the caller when the reply cannot be parsed, and shows the entry as sent', async () => {
  const tab = createDevice().tab();
  const read = () => {
    throw new Error('no shape of ours');
  };
  expect(await tab.queue.add({ ...act, read }, {}, options('one'))).toMatchObject({ ok: false, error: { message: 'no shape of ours' } });
  await waitUntil(() => tab.now()[0] === 'one: sent');
});
