import { Channel, forgetTabs, pretendTabs } from '@portal/testing/tabs';
import type { Signal } from '../platform/signal';
import { electLeader } from './leaderTab';

let locks: ReturnType<typeof pretendTabs>;
beforeEach(() => {
  locks = pretendTabs();
});
afterEach(forgetTabs);

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const leading = (tabs: Signal<boolean>[]) => tabs.map((tab) => tab.get());

it('makes one tab the leader, and the next one when that tab closes', async () => {
  const tabs = [electLeader('a'), electLeader('a')];
  await pass(60_000);
  expect(leading(tabs)).toEqual([true, false]);
  locks.close();
  await pass();
  expect(tabs[1]?.get()).toBe(true);
});

it('replaces a leader that does not answer, which stops leading when it wakes', async () => {
  const tabs = [electLeader('a'), electLeader('a')];
  await pass(20_000);
  const [first] = Channel.all;
  if (first) first.isFrozen = true;
  await pass(8000);
  expect(leading(tabs)).toEqual([false, true]);
  if (first) first.isFrozen = false;
  await pass(60_000);
  expect(leading(tabs)).toEqual([false, true]);
});

it('replaces the new leader, too, when it does not answer', async () => {
  const tabs = [electLeader('a'), electLeader('a')];
  await pass();
  const [first, second] = Channel.all;
  if (first) first.isFrozen = true;
  await pass(8000);
  if (first && second) [first.isFrozen, second.isFrozen] = [false, true];
  await pass(8000);
  expect(leading(tabs)).toEqual([true, false]);
});

it('replaces no leader while the page is hidden', async () => {
  const tabs = [electLeader('a'), electLeader('a')];
  await pass();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const [first] = Channel.all;
  if (first) first.isFrozen = true;
  await pass(60_000);
  expect(leading(tabs)).toEqual([true, false]);
  jest.restoreAllMocks();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(3000);
  expect(leading(tabs)).toEqual([false, true]);
});

it.each([
  ['no locks', () => Reflect.deleteProperty(navigator, 'locks')],
  ['no channel between tabs', () => Reflect.deleteProperty(globalThis, 'BroadcastChannel')],
  ['locks that are refused', () => Object.assign(locks, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) })],
  ['locks that never answer', () => Object.assign(locks, { request: () => new Promise(() => undefined) })],
])('each tab leads with %s', async (_what, lose) => {
  lose();
  const tabs = [electLeader('a'), electLeader('a')];
  await pass(6000);
  expect(leading(tabs)).toEqual([true, true]);
});
