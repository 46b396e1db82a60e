import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { deploy, type FakeBuild, newContext } from '../../test/fixtures';
import { startTestHost, type TestHost } from '../../test/test-host';
import { hashOf } from './csp';
import { SHELL_WATCHDOG } from './shell-watchdog';

const context = newContext();
const html = 'prerendered/first.html';
const jobs = { name: 'mf-jobs', routes: { '/search-job': 'Search' }, prerendered: {} };
const front = {
  name: 'mf-public',
  routes: { '/': { title: 'Home', sleeps: true as const } },
  contents: { [html]: '<h1>Read me</h1>' },
  prerendered: { '/': html },
};
let host: TestHost;
const open = async (path: string, cookie = '', scheme = 'http') => {
  const reply = await fetch(`http://127.0.0.1:${host.port}${path}`, { headers: { cookie, 'x-forwarded-proto': scheme } });
  return { policy: reply.headers.get('content-security-policy') ?? '', html: await reply.text() };
};
const watchOf = (page: string) => /<script id="watch"([^>]*)>/.exec(page)?.[1] ?? null;
const cookieOf = (version: string) => ` data-cookie="shell=${version}; Path=/; Max-Age=3600; SameSite=Lax"`;
const shellOf = (page: string) => /src="\/modules\/shell\/([^/]+)\//.exec(page)?.[1];

beforeAll(async () => {
  await deploy(context, { name: 'shell', version: '0.9.0', saysReady: true }, jobs, front);
  host = await startTestHost(1, undefined, { context, env: { PORTAL_START_MS: '4000', PORTAL_TRUSTED_PROXIES: '1' } });
});
afterAll(() => host.close());

async function release(shell: Omit<FakeBuild, 'name'>, ...more: FakeBuild[]): Promise<void> {
  const made = await deploy(context, { name: 'shell', ...shell }, ...more);
  const live = async () => ((await (await fetch(`http://127.0.0.1:${host.port}/healthz`)).json()) as { revision: number }).revision;
  while ((await live()) !== made?.registry.revision);
}

it('weighs less than a kilobyte', () => {
  expect(gzipSync(SHELL_WATCHDOG, { level: 9 }).length).toBeLessThanOrEqual(1000);
});

describe('in a page', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const came = 'the bar that came with the page';
  const whole = { bar: true, main: true, screen: true };

  /** Runs the watchdog in a fake page. `storage`: how the device's cache storage answers; `cookies`: whether the browser stores cookies. */
  function standing({
    at = whole,
    spare = true,
    storage = async () => ({ delete: async () => true }) as object,
    cookies = true,
    prerendering = false,
  } = {}) {
    let open = () => {};
    const stands = { ...at };
    /** The elements that show the note with instructions. */
    const notes: string[] = [];
    const bars: string[] = [];
    const reload = jest.fn();
    // As in a page, a value that is no element becomes text.
    const noteIn = (where: string) => (added: unknown) => void (typeof added === 'object' ? notes.push(where) : bars.push(String(added)));
    const header = { cloneNode: () => came };
    const find = (it: string) => {
      if (it === 'header') return stands.bar ? header : null;
      if (it === 'main') return stands.main ? { prepend: noteIn('main') } : null;
      return (it === 'header *' ? stands.bar : stands.main && stands.screen) ? {} : null;
    };
    const root = { dataset: { shell: '' }, prepend: noteIn('root') };
    const document = {
      currentScript: { dataset: { shell: '1.0.0', cookie: 'shell=1.0.0; Path=/', spare: spare ? 'yes' : undefined, limit: '40' } },
      documentElement: root,
      querySelector: find,
      createElement: () => ({ append: () => undefined }),
      cookie: '',
      prerendering,
      addEventListener(type: string, run: () => void) {
        if (type === 'prerenderingchange') open = run;
      },
    };
    if (!cookies) Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
    const page = {
      document,
      location: { href: 'http://portal.test/search-job#top', replace: reload },
      sessionStorage: {} as Record<string, string>,
      caches: { open: storage },
      fetch: async () => ({ ok: true }),
      addEventListener: () => undefined,
      ...{ AbortSignal, setTimeout, setInterval, clearInterval },
    };
    // Strict mode, because an undeclared name would become a global variable of the page.
    runInNewContext(`'use strict';${SHELL_WATCHDOG}`, page);
    return {
      stands,
      root,
      reload,
      bars,
      notes,
      open: () => open(),
      cookie: () => document.cookie,
      why: () => page.sessionStorage['portal.why'],
    };
  }

  it.each([
    ['answers', async () => ({ delete: async () => true })],
    ['refuses', () => Promise.reject(new DOMException('blocked'))],
    ['never answers', () => new Promise<object>(() => undefined)],
  ])('loads the last good shell when the shell is never ready and the storage %s', async (_what, storage) => {
    const { reload, cookie, why } = standing({ storage });
    await jest.advanceTimersByTimeAsync(5500);
    expect(reload).toHaveBeenCalledWith('http://portal.test/search-job');
    expect([cookie(), why()]).toEqual(['shell=1.0.0; Path=/', 'late']);
  });

  it('[INSTANT-02] counts no time until a prerendered page is opened', async () => {
    const { reload, open } = standing({ prerendering: true });
    await jest.advanceTimersByTimeAsync(62_000);
    expect(reload).not.toHaveBeenCalled();
    open();
    await jest.advanceTimersByTimeAsync(5500);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads only once, because a slow shell would start again each time', async () => {
    const { reload } = standing();
    await jest.advanceTimersByTimeAsync(62_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['there is no last good shell', { spare: false }],
    ['the browser keeps no cookie', { cookies: false }],
  ])('shows one note with instructions when the shell is never ready and %s', async (_what, given) => {
    const { reload, notes } = standing(given);
    await jest.advanceTimersByTimeAsync(62_000);
    expect([reload.mock.calls.length, notes]).toEqual([0, ['main']]);
  });

  it('restores the bar of an emptied page within 100 ms and loads the last good shell', async () => {
    const { stands, root, reload, bars, why } = standing();
    await jest.advanceTimersByTimeAsync(150);
    root.dataset.shell = 'ready';
    await jest.advanceTimersByTimeAsync(300);
    Object.assign(stands, { bar: false, main: false });
    await jest.advanceTimersByTimeAsync(100);
    expect([bars, root.dataset.shell, why()]).toEqual([[came], '', 'blank']);
    expect(reload).toHaveBeenCalledWith('http://portal.test/search-job');
  });

  it('creates no bar in a page that never had one', async () => {
    const { root, reload, bars, why } = standing({ at: { ...whole, bar: false } });
    root.dataset.shell = 'ready';
    await jest.advanceTimersByTimeAsync(100);
    expect([bars, reload.mock.calls.length, why()]).toEqual([[], 1, 'blank']);
  });

  it.each([
    ['screen', 'main'],
    ['main', 'root'],
  ] as const)(
    'checks a ready page that lost only its %s one second after the first screen, because two screens may be switching',
    async (lost, where) => {
      for (const spare of [true, false]) {
        const { stands, root, reload, bars, notes, why } = standing({ spare });
        root.dataset.shell = 'ready';
        stands[lost] = false;
        await jest.advanceTimersByTimeAsync(900);
        expect([reload.mock.calls.length, notes]).toEqual([0, []]);
        await jest.advanceTimersByTimeAsync(100);
        expect([reload.mock.calls.length, notes, bars, why()]).toEqual([spare ? 1 : 0, spare ? [] : [where], [], 'blank']);
      }
    },
  );

  it('does nothing when the shell stays ready', async () => {
    const { stands, root, reload } = standing();
    root.dataset.shell = 'ready';
    await jest.advanceTimersByTimeAsync(1000);
    Object.assign(stands, { bar: false, main: false });
    await jest.advanceTimersByTimeAsync(5000);
    expect(reload).not.toHaveBeenCalled();
  });
});

it('is part of each page with its hash in the policy, and starts with the deferred scripts', async () => {
  const { html, policy } = await open('/search-job');
  expect(html).toContain(SHELL_WATCHDOG);
  expect(policy).toContain(hashOf(SHELL_WATCHDOG));
  expect(watchOf(html)).toBe(` data-shell="0.9.0"${cookieOf('0.9.0')} data-limit="40"`);
  expect(watchOf((await open('/')).html)).toBe(` data-shell="0.9.0"${cookieOf('0.9.0')} data-limit="40" data-asleep="yes"`);
});

it('serves the last good shell to a browser in which the active one did not start, and the active one to others', async () => {
  await release({ version: '1.0.0', saysReady: true });
  expect(watchOf((await open('/search-job')).html)).toBe(` data-shell="1.0.0"${cookieOf('1.0.0')} data-limit="40" data-spare="yes"`);
  const refused = (await open('/search-job', 'a=b; shell=1.0.0')).html;
  expect([shellOf(refused), watchOf(refused)]).toEqual(['0.9.0', ` data-shell="0.9.0"${cookieOf('0.9.0')} data-limit="40"`]);
  expect(refused).toContain('/modules/mf-jobs/1.0.0/remoteEntry.js');
  expect(shellOf((await open('/search-job', 'shell=0.9.0')).html)).toBe('1.0.0');
  expect(shellOf((await open('/search-job')).html)).toBe('1.0.0');
});

it('gives the watchdog a `__Host-` cookie on https, and reads no other name there', async () => {
  const { html } = await open('/search-job', '', 'https');
  expect(watchOf(html)).toContain(' data-cookie="__Host-shell=1.0.0; Path=/; Max-Age=3600; SameSite=Lax; Secure"');
  expect(watchOf((await open('/search-job')).html)).toContain(cookieOf('1.0.0'));
  expect(shellOf((await open('/search-job', 'shell=1.0.0', 'https')).html)).toBe('1.0.0');
  expect(shellOf((await open('/search-job', '__Host-shell=1.0.0', 'https')).html)).toBe('0.9.0');
});

it('does not preload a module that does not fit the last good shell', async () => {
  await release(
    { version: '2.0.0', portal: 2, saysReady: true },
    { ...jobs, version: '2.0.0', portal: 2 },
    { ...front, version: '2.0.0', portal: 2 },
  );
  const { html: fits } = await open('/search-job');
  const { html: refused } = await open('/search-job', 'shell=2.0.0');
  const lists = (page: string) => page.includes('/modules/mf-jobs/2.0.0/screen.js');
  expect([shellOf(fits), lists(fits), shellOf(refused), lists(refused)]).toEqual(['2.0.0', true, '1.0.0', false]);
});

it('is left out for an older shell that never reports ready', async () => {
  await release({ version: '3.0.0', portal: 2 });
  expect(watchOf((await open('/search-job')).html)).toBeNull();
});
