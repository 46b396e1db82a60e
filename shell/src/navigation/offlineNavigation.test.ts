import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { FileError } from '@portal/mf-kit/loadFailure';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { createRegistry } from '../registry/moduleRegistry';
import { createOfflineNavigation } from './offlineNavigation';
import { createRouteTable } from './routeTable';

function open({ isLost = true } = {}) {
  const network = { isDown: isLost };
  Object.assign(globalThis, { fetch: async () => (network.isDown ? Promise.reject(new TypeError('Failed to fetch')) : { ok: true }) });
  const loadedPaths = new Set<string>();
  const broken = new Set<string>();
  const moves: string[] = [];
  const navigation = createOfflineNavigation({
    routes: createRouteTable(createRegistry(declaredRegistry(), {})),
    isLost: () => network.isDown,
    prepare: async (pathname) => {
      if (!network.isDown && broken.has(pathname)) throw new Error('Broken code');
      if (network.isDown && !loadedPaths.has(pathname)) throw new FileError('no chunk', '/modules/mf-jobs/1.0.0/search.js');
    },
    go: (to) => void moves.push(to),
  });
  return { navigation, network, loadedPaths, broken, moves, awaited: navigation.pending };
}

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens a page immediately with a connection', () => {
  const { navigation, moves } = open({ isLost: false });
  navigation.navigate(jobsPaths.search());
  expect(moves).toEqual([jobsPaths.search()]);
});

it('opens a page without a connection when its code is loaded', async () => {
  const { navigation, moves, loadedPaths, awaited } = open();
  loadedPaths.add(jobsPaths.search());
  navigation.navigate(jobsPaths.search());
  await pass();
  expect([moves, awaited.get()]).toEqual([[jobsPaths.search()], null]);
});

it('stays when the code is missing, names the pending page, and offers it when the connection is back', async () => {
  const { navigation, moves, network, awaited } = open();
  navigation.navigate(jobsPaths.search());
  await pass(10_000);
  expect([moves, awaited.get()?.title, awaited.get()?.open]).toEqual([[], 'Search Jobs', undefined]);
  network.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()?.title]).toEqual([[], 'Search Jobs']);
  awaited.get()?.open?.();
  expect(moves).toEqual([jobsPaths.search()]);
});

it.each([
  ['the guard stays here', ({ awaited }: ReturnType<typeof open>) => awaited.get()?.cancel?.()],
  ['the page has moved', ({ navigation }: ReturnType<typeof open>) => navigation.cancel()],
])('offers nothing when %s', async (_, act) => {
  const opened = open();
  opened.navigation.navigate(jobsPaths.search());
  await pass();
  act(opened);
  opened.network.isDown = false;
  await pass(4000);
  expect([opened.moves, opened.awaited.get()]).toEqual([[], null]);
});

it('ends the offer when the guard stays', async () => {
  const { navigation, moves, network, awaited } = open();
  navigation.navigate(jobsPaths.search());
  await pass();
  network.isDown = false;
  await pass(4000);
  awaited.get()?.cancel?.();
  expect([moves, awaited.get()]).toEqual([[], null]);
});

it('offers the later of two pages', async () => {
  const { navigation, moves, network, awaited } = open();
  navigation.navigate(jobsPaths.search());
  await pass();
  navigation.navigate(jobsPaths.allJobs());
  await pass();
  network.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()?.title]).toEqual([[], 'All Jobs']);
});

it('does not offer a page with broken code', async () => {
  const { navigation, moves, network, broken, awaited } = open();
  broken.add(jobsPaths.search());
  navigation.navigate(jobsPaths.search());
  await pass();
  expect(awaited.get()?.title).toBe('Search Jobs');
  network.isDown = false;
  await pass(4000);
  expect([moves, awaited.get()]).toEqual([[], null]);
});
