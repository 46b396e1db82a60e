/** @jest-environment node */
import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';
import { fakeCaches } from '@portal/testing/caches';

const ORIGIN = 'https://portal.test';
const FILE = `${ORIGIN}/modules/mf-jobs/1.0.0/remoteEntry.js`;

/** The worker in a browser without `addRoutes`. */
async function begin(caches: CacheStorage, fetch: (request: Request) => Promise<Response>, userAgent = '') {
  const preload: string[] = [];
  const navigationPreload = { enable: async () => void preload.push('on'), disable: async () => void preload.push('off') };
  const listeners: Record<string, (event: object) => void> = {};
  Object.assign(globalThis, {
    portalKeys: { ops: '', timestamp: '' },
    location: new URL(ORIGIN),
    caches,
    fetch,
    skipWaiting: async () => undefined,
    navigator: { userAgent },
    registration: { navigationPreload },
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
  });
  await jest.isolateModulesAsync(async () => void (await import('./serviceWorker')));
  return {
    /** The worker's response. Undefined: it leaves the request to the browser. */
    async ask(request: Pick<Request, 'url' | 'method' | 'mode'>) {
      let answer: Promise<Response> | undefined;
      listeners.fetch?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer && (await answer).text();
    },
    install(addRoutes?: (rules: object[]) => Promise<void>) {
      const waits: Promise<unknown>[] = [];
      listeners.install?.({ addRoutes, waitUntil: (work: Promise<unknown>) => waits.push(work) });
      return Promise.all(waits);
    },
    /** Whether navigation preload is on. */
    async activate() {
      const waits: Promise<unknown>[] = [];
      listeners.activate?.({ waitUntil: (work: Promise<unknown>) => waits.push(work) });
      await Promise.all(waits);
      return preload;
    },
  };
}
const network = async () => new Response('of the network');
const file = { url: FILE, method: 'GET', mode: 'cors' as const };
const page = { url: `${ORIGIN}/onJob`, method: 'GET', mode: 'navigate' as const };

async function cacheWith(url: string, text: string): Promise<CacheStorage> {
  const { caches } = fakeCaches();
  await (await caches.open(FILE_CACHE)).put(url, new Response(text));
  return caches;
}

it('responds with a cached file, and requests other files', async () => {
  const worker = await begin(await cacheWith(FILE, 'kept'), network);
  expect(await worker.ask(file)).toBe('kept');
  expect(await worker.ask({ ...file, url: `${FILE}x` })).toBe('of the network');
});

it.each<[string, () => Promise<CacheStorage>]>([
  ['cannot be opened', async () => ({ ...fakeCaches().caches, open: () => Promise.reject(new DOMException('damaged', 'UnknownError')) })],
  [
    'cannot be read',
    async () => {
      const cache = { match: () => Promise.reject(new DOMException('damaged', 'UnknownError')) } as unknown as Cache;
      return { ...fakeCaches().caches, open: async () => cache };
    },
  ],
])('opens the portal over the network with a cache that %s', async (_what, damaged) => {
  const worker = await begin(await damaged(), network);
  expect([await worker.ask(file), await worker.ask(page)]).toEqual(['of the network', 'of the network']);
});

it('returns a late reply or the network error when the cache fails', async () => {
  const damaged = { ...fakeCaches().caches, open: () => Promise.reject(new Error('damaged')) };
  const unreachable = await begin(damaged, async () => new Response('nobody there', { status: 503 }));
  expect(await unreachable.ask(page)).toBe('nobody there');
  const offline = await begin(damaged, () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(offline.ask(page)).rejects.toThrow('Failed to fetch');
});

it.each([
  ['a call', { url: `${ORIGIN}/v1/shifts`, method: 'GET', mode: 'cors' as const }],
  ['a form', { ...page, method: 'POST' }],
  ['a posted file', { ...file, method: 'POST' }],
  ['another site', { ...file, url: 'https://elsewhere.test/modules/a.js' }],
])('leaves %s to the browser', async (_what, request) => {
  const worker = await begin(await cacheWith(request.url, 'kept'), network);
  expect(await worker.ask(request)).toBeUndefined();
});

it('adds its routes, and works without them', async () => {
  const worker = await begin(fakeCaches().caches, network);
  const added: object[] = [];
  await worker.install(async (rules) => void added.push(...rules));
  expect(added).toHaveLength(3);
  await worker.install(() => Promise.reject(new TypeError('no such rule')));
  await worker.install();
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'off'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36', 'on'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Safari/605.1.15', 'on'],
])('for %s switches the preload of pages %s', async (userAgent, is) => {
  const worker = await begin(fakeCaches().caches, network, userAgent);
  expect(await worker.activate()).toEqual([is]);
});
