/** @jest-environment node */
import { fakeCaches } from '@portal/testing/caches';
import { createOwnerCaches } from './jsonCache';

const never = new Promise<never>(() => undefined);

const DAY = 86_400_000;

function device() {
  const clock = { at: 10 * DAY };
  const { caches, held } = fakeCaches();
  const owned = createOwnerCaches({ prefix: 'portal-data-', maxAgeMs: 3 * DAY, caches, now: () => clock.at });
  return { clock, owned, held, caches };
}

it('returns a stored value with its time', async () => {
  const { owned, clock } = device();
  await owned.of('ana').put('shift {"id":"1"}', { title: 'Gate watch' });
  clock.at += DAY;
  expect(await owned.of('ana').find('shift {"id":"1"}')).toEqual({ value: { title: 'Gate watch' }, at: 10 * DAY });
  expect(await owned.of('ana').find('shift {"id":"2"}')).toBeNull();
});

it('keeps one cache per owner, and never returns the value of another owner', async () => {
  const { owned, held } = device();
  await owned.of('ana').put('shift', 1);
  expect(await owned.of('ben').find('shift')).toBeNull();
  await owned.of('ben').put('shift', 2);
  await owned.retainOnly('ben');
  expect(Object.keys(held())).toEqual(['portal-data-ben']);
  await owned.retainOnly(null);
  expect(held()).toEqual({});
});

it('creates no cache when an entry of an owner without one is deleted: a refused call may end after the logout', async () => {
  const { owned, held } = device();
  await owned.of('ana').deleteEntry('shift');
  expect(held()).toEqual({});
});

it.each([
  ['too old', 3 * DAY + 1],
  ['of a clock that was set back', -1],
])('finds no value that is %s, and removes it', async (_what, passed) => {
  const { owned, clock, held } = device();
  await owned.of('ana').put('shift', 1);
  clock.at += passed;
  expect(await owned.of('ana').find('shift')).toBeNull();
  await owned.retainOnly('ana');
  expect(held()).toEqual({ 'portal-data-ana': [] });
});

it('leaves the other caches of this site unchanged', async () => {
  const { owned, caches, held } = device();
  await caches.open('portal-files');
  await owned.retainOnly(null);
  expect(Object.keys(held())).toEqual(['portal-files']);
});

it.each([
  ['has no cache storage', undefined],
  ['never answers', { has: () => never, open: () => never, keys: () => never }],
  ['blocks it', { has: () => Promise.reject(new DOMException('blocked')), open: () => Promise.reject(new DOMException('blocked')) }],
])('stores nothing and never fails when a browser %s', async (_what, given) => {
  jest.useFakeTimers();
  const owned = createOwnerCaches({ prefix: 'portal-data-', maxAgeMs: DAY, caches: given as CacheStorage | undefined });
  const cache = owned.of('ana');
  const done = Promise.all([cache.put('shift', 1), cache.deleteEntry('shift'), owned.retainOnly(null), cache.find('shift')]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(await done).toEqual([undefined, undefined, undefined, null]);
  jest.useRealTimers();
});
