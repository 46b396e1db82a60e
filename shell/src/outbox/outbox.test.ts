import 'fake-indexeddb/auto';
import { DEVICE_TIME_HEADER, parseDeviceTime } from '@portal/contracts/_kernel/deviceTime';
import { deviceKey } from '@portal/contracts/auth/auth.device-key';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import type { Session } from '@portal/mf-kit/portal';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitFor } from '@testing-library/react';
import type { ServerContact } from '../platform/serverClock';
import { signal } from '../platform/signal';
import { createOutbox } from './outbox';

// jsdom has no structuredClone. These entries are plain data.
globalThis.structuredClone = (value) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** `step`: the milliseconds between two readings of the clock. */
function open(step = 0) {
  const me = guard();
  const session = signal<Session | null>({ guardId: me.id, guard: me });
  const state = { isSure: true };
  let passed = 0;
  const check = jest.fn(async () => true);
  const reports: unknown[] = [];
  const outbox = createOutbox({
    session: { current: session.get, subscribe: session.subscribe },
    clock: {
      now: () => {
        passed += step;
        return new Date(Date.now() + passed);
      },
      isSynchronised: () => state.isSure,
      contact: signal<ServerContact | null>({ server: Date.now(), at: performance.now() }),
    },
    check,
    isLost: () => false,
    changed: () => undefined,
    telemetry: (event) => reports.push(event),
  });
  const states = () => outbox.current().map(({ state: its }) => its);
  return { outbox, session, state, check, reports, states };
}
const durable = (key: string, order = 's') => ({ key, order, durable: { what: 'Leave' } });

beforeEach(() => void mockEndpoint(deviceKey, fails({ code: 0, message: '' })));
afterEach(
  () =>
    new Promise<void>((resolve) => {
      indexedDB.deleteDatabase('portal-outbox').onsuccess = () => resolve();
    }),
);

it('sends an added write, and notifies subscribers', async () => {
  mockEndpoint(logout, null);
  const { outbox, states } = open();
  const listener = jest.fn();
  outbox.subscribe(listener);
  expect((await outbox.add(logout, {}, durable('key-1'))).ok).toBe(true);
  await waitFor(() => expect(states()).toEqual(['sent']));
  expect(listener).toHaveBeenCalled();
});

it('sends a write without waiting for its reply when the page closes before the code of the outbox is loaded', async () => {
  const mocked = mockEndpoint(logout, null);
  const { outbox } = open();
  const added = outbox.add(logout, {}, { key: 'key-early', durable: { what: 'Document' } });
  window.dispatchEvent(new Event('pagehide'));
  expect(mocked.options).toEqual([{ idempotencyKey: 'key-early', keepalive: true, headers: {} }]);
  window.dispatchEvent(new Event('pageshow'));
  await added;
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  expect(mocked.options.filter((asked) => asked?.keepalive)).toHaveLength(1);
});

it('[TRUTH-01] sends a write with the bounds of its time when the page closes before the device has stored it', async () => {
  const mocked = mockEndpoint(logout, null);
  const { outbox } = open();
  await outbox.read();
  const before = Date.now();
  const added = outbox.add(logout, {}, durable('act-1'));
  window.dispatchEvent(new Event('pagehide'));
  const { keepalive, headers } = mocked.options[0] ?? {};
  const sent = parseDeviceTime(headers?.[DEVICE_TIME_HEADER]);
  expect(keepalive).toBe(true);
  expect(sent?.waited).toBeLessThan(60_000);
  expect(Math.abs((sent?.clock ?? 0) - before)).toBeLessThan(60_000);
  window.dispatchEvent(new Event('pageshow'));
  await added;
});

it('[TRUTH-01] stores a write with the time at which it was made, not at which the device stored it', async () => {
  const mocked = mockEndpoint(logout, null);
  const { outbox } = open(1000);
  await outbox.read();
  const added = outbox.add(logout, {}, durable('act-1'));
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  await added;
  const [direct, stored] = mocked.options.map(({ headers }) => parseDeviceTime(headers?.[DEVICE_TIME_HEADER])?.clock);
  expect(direct).toEqual(expect.any(Number));
  expect(stored).toBe(direct);
});

it('sends the first write of an order key when the page closes before the device has stored it, if no earlier one waits', async () => {
  const mocked = mockEndpoint(logout, null);
  const { outbox } = open();
  await outbox.read();
  const added = ['sos-1', 'sos-2'].map((key) => outbox.add(logout, {}, durable(key, 'sos')));
  window.dispatchEvent(new Event('pagehide'));
  expect(mocked.options).toMatchObject([{ idempotencyKey: 'sos-1', keepalive: true }]);
  window.dispatchEvent(new Event('pageshow'));
  await Promise.all(added);
});

it('sends no write of an order key when the page closes while an earlier one waits', async () => {
  const mocked = mockEndpoint(logout, fails({ code: 0, message: '' }));
  const { outbox, states } = open();
  void outbox.add(logout, {}, durable('key-1'));
  await waitFor(() => expect(states()).toEqual(['on device']));
  void outbox.add(logout, {}, durable('key-2'));
  window.dispatchEvent(new Event('pagehide'));
  expect(mocked.options.filter((asked) => asked?.keepalive)).toEqual([]);
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(states()).toEqual(['on device', 'on device']));
});

it('firstQueued returns the waiting entry of an order key, and null once it is sent', async () => {
  let end: (answer: null) => void = () => undefined;
  const answers = [fails({ code: 0, message: '' }), new Promise<null>((resolve) => (end = resolve))];
  mockEndpoint(logout, () => answers.shift() ?? null);
  const { outbox, states } = open();
  void outbox.add(logout, {}, durable('key-1'));
  await waitFor(() => expect(states()).toEqual(['on device']));
  expect(await outbox.firstQueued('s')).toMatchObject({ key: 'key-1' });
  expect(await outbox.firstQueued('another')).toBeNull();
  outbox.retry('key-1');
  await waitFor(() => expect(states()).toEqual(['sending']));
  const ahead = outbox.firstQueued('s');
  end(null);
  expect(await ahead).toBeNull();
});

it('sends a write under its key again once the session is confirmed', async () => {
  const answers = [fails({ code: 403, message: 'Not confirmed', reason: 'confirmation' })];
  const sent = mockEndpoint(logout, () => answers.shift() ?? null);
  const { outbox, states } = open();
  const added = outbox.add(logout, {}, durable('key-1'));
  await waitFor(() => expect(states()).toEqual(['on device']));
  outbox.sendNow();
  expect(sent.calls).toHaveLength(1);
  outbox.retryUnconfirmed();
  expect((await added).ok).toBe(true);
  expect(sent.options.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1']);
});

it('shows no entries to another guard, and all of them to the first guard again', async () => {
  mockEndpoint(logout, fails({ code: 0, message: '' }));
  const { outbox, session, states } = open();
  const ownSession = session.get();
  void outbox.add(logout, {}, durable('key-1'));
  await waitFor(() => expect(states()).toEqual(['on device']));
  session.set(null);
  await waitFor(() => expect(states()).toEqual([]));
  session.set(ownSession);
  await waitFor(() => expect(states()).toEqual(['on device']));
});

it('removes an entry after the session of its guard has ended, and none of another guard', async () => {
  mockEndpoint(logout, fails({ code: 0, message: '' }));
  const { outbox, session, states } = open();
  const ownSession = session.get();
  for (const key of ['key-1', 'key-2']) void outbox.add(logout, {}, durable(key, key));
  await waitFor(() => expect(states()).toEqual(['on device', 'on device']));
  session.set(null);
  await outbox.remove('another', 'key-1');
  await outbox.remove(guard().id, 'key-2');
  session.set(ownSession);
  await waitFor(() => expect(outbox.current().map(({ key }) => key)).toEqual(['key-1']));
});

it('requests the server time when an entry waits and the time is the device’s', async () => {
  mockEndpoint(logout, fails({ code: 0, message: '' }));
  const before = open();
  void before.outbox.add(logout, {}, durable('key-1'));
  await waitFor(() => expect(before.states()).toEqual(['on device']));
  const { outbox, state, check } = open();
  state.isSure = false;
  await outbox.read();
  expect(check).toHaveBeenCalledTimes(1);
});
