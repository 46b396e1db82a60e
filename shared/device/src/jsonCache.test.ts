/** @jest-environment node */
import { fakeCaches } from '@portal/testing/caches';
import { createOwnerCaches } from './jsonCache';

const never = new Promise<never>(() => undefined);

const DAY = 86_400_000;

function device() {
  const clock = { at: 10 * DAY };
  const { caches, held } = fakeCaches();
  const shelves = createOwnerCaches({ prefix: 'portal-data-', maxAgeMs: 3 * DAY, caches, now: () => clock.at });
  return { clock, caches, held, shelves };
}

it('gives back what was put there, and when', async () => {
  const { shelves, clock } = device();
  await shelves.of('ana').put('shift {"id":"1"}', { title: 'Gate watch' });
  clock.at += DAY;
  expect(await shelves.of('ana').find('shift {"id":"1"}')).toEqual({ value: { title: 'Gate watch' }, at: 10 * DAY });
  expect(await shelves.of('ana').find('shift {"id":"2"}')).toBeNull();
});

it("has a shelf for each owner, and shows nobody another's", async () => {
  const { shelves, held } = device();
  await shelves.of('ana').put('shift', 1);
  expect(await shelves.of('ben').find('shift')).toBeNull();
  await shelves.of('ben').put('shift', 2);
  await shelves.retainOnly('ben');
  expect(Object.keys(held())).toEqual(['portal-data-ben']);
  await shelves.retainOnly(null);
  expect(held()).toEqual({});
});

it.each([
  ['too old', 3 * DAY + 1],
  ['of a clock that was set back', -1],
])('finds nothing that is %s, and takes it away', async (_what, passed) => {
  const { shelves, clock, held } = device();
  await shelves.of('ana').put('shift', 1);
  clock.at += passed;
  expect(await shelves.of('ana').find('shift')).toBeNull();
  await shelves.retainOnly('ana');
  expect(held()).toEqual({ 'portal-data-ana': [] });
});

it('leaves other caches of this site alone', async () => {
  const { shelves, caches, held } = device();
  await caches.open('portal-files');
  await shelves.retainOnly(null);
  expect(Object.keys(held())).toEqual(['portal-files']);
});

it.each([
  ['has no cache storage', undefined],
  ['never answers', { has: () => never, open: () => never, keys: () => never }],
  ['blocks it', { has: () => Promise.reject(new DOMException('blocked')), open: () => Promise.reject(new DOMException('blocked')) }],
])('a browser that %s keeps nothing, and nothing fails', async (_what, given) => {
  jest.useFakeTimers();
  const shelves = createOwnerCaches({ prefix: 'portal-data-', maxAgeMs: DAY, caches: given as CacheStorage | undefined });
  const shelf = shelves.of('ana');
  const done = Promise.all([shelf.put('shift', 1), shelf.deleteEntry('shift'), shelves.retainOnly(null), shelf.find('shift')]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(await done).toEqual([undefined, undefined, undefined, null]);
  jest.useRealTimers();
});
