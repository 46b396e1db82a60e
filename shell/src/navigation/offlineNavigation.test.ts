import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { FileError } from '@portal/mf-kit/loadFailure';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { createRegistry } from '../registry/moduleRegistry';
import { createOfflineNavigation } from './offlineNavigation';
import { createRouteTable } from './routeTable';

function open({ isLost = true } = {}) {
  const line = { isDown: isLost };
  Object.assign(globalThis, { fetch: async () => (line.isDown ? Promise.reject(new TypeError('Failed to fetch')) : { ok: true }) });
  const inHand = new Set<string>();
  const broken = new Set<string>();
  const moves: string[] = [];
  const held = createOfflineNavigation({
    routes: createRouteTable(createRegistry(declaredRegistry(), {})),
    isLost: () => line.isDown,
    prepare: async (pathname) => {
      if (!line.isDown && broken.has(pathname)) throw new Error('Broken code');
      if (line.isDown && !inHand.has(pathname)) throw new FileError('no chunk', '/modules/mf-jobs/1.0.0/search.js');
    },
    go: (to) => void moves.push(to),
  });
  return { held, line, inHand, broken, moves, awaited: held.pending };
}

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens a page immediately with a connection', () => {
  const { held, moves } = open({ isLost: false });
  held.navigate(jobsPaths.search());
  expect(moves).toEqual([jobsPaths.search()]);
});

it('opens a page without a connection when its code is loaded', async () => {
  const { held, moves, inHand, awaited } = open();
  inHand.add(jobsPaths.search());
  held.navigate(jobsPaths.search());
  await pass();
  expect([moves, awaited.get()]).toEqual([[jobsPaths.search()], null]);
});

it('stays when the code is missing, names the pending page, and offers it when the connection is back', async () => {
  const { held, moves, line, awaited } = open();
  held.navigate(jobsPaths.search());
  await pass(10_000);
  expect([moves, awaited.get()?.title, awaited.get()?.open]).toEqual([[], 'Search Jobs', undefined]);
  line.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()?.title]).toEqual([[], 'Search Jobs']);
  awaited.get()?.open?.();
  expect(moves).toEqual([jobsPaths.search()]);
});

it.each([
  ['the guard stays here', ({ awaited }: ReturnType<typeof open>) => awaited.get()?.cancel?.()],
  ['the page has moved', ({ held }: ReturnType<typeof open>) => held.cancel()],
])('offers nothing when %s', async (_, act) => {
  const opened = open();
  opened.held.navigate(jobsPaths.search());
  await pass();
  act(opened);
  opened.line.isDown = false;
  await pass(4000);
  expect([opened.moves, opened.awaited.get()]).toEqual([[], null]);
});

it('ends the offer when the guard stays', async () => {
  const { held, moves, line, awaited } = open();
  held.navigate(jobsPaths.search());
  await pass();
  line.isDown = false;
  await pass(4000);
  awaited.get()?.cancel?.();
  expect([moves, awaited.get()]).toEqual([[], null]);
});

it('offers the later of two pages', async () => {
  const { held, moves, line, awaited } = open();
  held.navigate(jobsPaths.search());
  await pass();
  held.navigate(jobsPaths.allJobs());
  await pass();
  line.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()?.title]).toEqual([[], 'All Jobs']);
});

it('does not offer a page with broken code', async () => {
  const { held, moves, line, broken, awaited } = open();
  broken.add(jobsPaths.search());
  held.navigate(jobsPaths.search());
  await pass();
  expect(awaited.get()?.title).toBe('Search Jobs');
  line.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()]).toEqual([[], null]);
});
