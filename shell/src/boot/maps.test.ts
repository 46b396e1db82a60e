/** A new page: each page has one loader and one answer about the key. */
async function page(key: string | null = 'a-key') {
  jest.resetModules();
  document.head.replaceChildren();
  delete (window as { google?: unknown }).google;
  const { createMaps } = await import('./portal');
  return createMaps(key);
}
const scripts = () => [...document.head.querySelectorAll('script')];
/** Resolves with the newest script. */
async function script(): Promise<HTMLScriptElement> {
  await jest.advanceTimersByTimeAsync(0);
  const [newest] = scripts().slice(-1);
  if (!newest) throw new Error('No script was asked for');
  return newest;
}
/** Runs google's script: it adds its libraries and calls the callback that its address names. */
async function runs(libraries: string[] = []) {
  const { src } = await script();
  const maps = window.google.maps as unknown as Record<string, unknown>;
  Object.assign(maps, { version: '3', importLibrary: async (name: string) => void libraries.push(name) });
  const name = new URL(src).searchParams.get('callback')?.split('.').at(-1) ?? '';
  (maps[name] as () => void)();
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('fetches nothing without a key', async () => {
  await expect((await page(null))(['maps'])).resolves.toBeNull();
  expect(scripts()).toEqual([]);
});

it('loads one script for all callers, with the libraries of each', async () => {
  const maps = await page();
  const requests = [maps(['maps', 'marker']), maps(['places'])];
  const libraries: string[] = [];
  await runs(libraries);
  const [one, other] = await Promise.all([...requests, maps(['maps'])]);
  expect(one).toBe(window.google.maps);
  expect(other).toBe(one);
  expect(scripts()).toHaveLength(1);
  expect(new Set(libraries)).toEqual(new Set(['core', 'maps', 'marker', 'places']));
  const { origin, searchParams } = new URL((await script()).src);
  expect([origin, searchParams.get('key'), searchParams.get('auth_referrer_policy')]).toEqual([
    'https://maps.googleapis.com',
    'a-key',
    'origin',
  ]);
});

it('reports a failed load immediately, and tries again at the next call', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation();
  const maps = await page();
  const first = maps(['maps']);
  (await script()).dispatchEvent(new Event('error'));
  await expect(first).resolves.toBeNull();
  const second = maps(['maps']);
  await runs();
  await expect(second).resolves.toBe(window.google.maps);
  expect(scripts()).toHaveLength(1);
  expect(consoleError).not.toHaveBeenCalled();
});

it('stops waiting for a silent script after its deadline; the next call joins it', async () => {
  const maps = await page();
  const first = maps(['maps']);
  await script();
  await jest.advanceTimersByTimeAsync(10_000);
  await expect(first).resolves.toBeNull();
  const second = maps(['maps']);
  await runs();
  await expect(second).resolves.toBe(window.google.maps);
  expect(scripts()).toHaveLength(1);
});

it('reports a refused key to open maps, and sends no further request', async () => {
  const maps = await page();
  const first = maps(['maps']);
  await runs();
  await first;
  const onRefused = jest.fn();
  window.addEventListener('portal:maps-refused', onRefused);
  (window as unknown as { gm_authFailure(): void }).gm_authFailure();
  expect(onRefused).toHaveBeenCalledTimes(1);
  await expect(maps(['maps'])).resolves.toBe('refused');
});
