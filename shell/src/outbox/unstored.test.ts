import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { logout } from '@portal/contracts/auth/auth.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { createUnstored, type UnstoredWrite } from './outbox';

const closes = () => window.dispatchEvent(new Event('pagehide'));
const write = (order?: string): UnstoredWrite => ({
  guardId: 'ada',
  endpoint: logout as unknown as Endpoint,
  input: {},
  options: { key: 'act-1', ...(order && { order }) },
  headers: () => ({ 'x-test': 'act' }),
});
const sent = [{ idempotencyKey: 'act-1', keepalive: true, headers: { 'x-test': 'act' } }];

afterEach(() => window.dispatchEvent(new Event('pageshow')));

it('sends a write under its key when the page closes before it is stored', () => {
  const mocked = mockEndpoint(logout, null);
  const add = createUnstored(() => 'ada');
  const stored = add(write());
  closes();
  expect(mocked.options).toEqual(sent);
  stored();
});

it('sends a write that a screen makes while the page closes', () => {
  const mocked = mockEndpoint(logout, null);
  const add = createUnstored(() => 'ada');
  const stored: (() => void)[] = [];
  window.addEventListener('pagehide', () => stored.push(add(write())), { once: true });
  closes();
  expect(mocked.options).toEqual(sent);
  for (const done of stored) done();
});

it('does not send a write that is stored, has an order key, or is another guard’s when the page closes', () => {
  const mocked = mockEndpoint(logout, null);
  const state = { guard: 'ada' };
  const add = createUnstored(() => state.guard);
  add(write())();
  const stored = [add(write('s'))];
  closes();
  window.dispatchEvent(new Event('pageshow'));
  stored.push(add(write()));
  state.guard = 'ben';
  closes();
  expect(mocked.options).toEqual([]);
  for (const done of stored) done();
});
