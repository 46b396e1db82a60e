import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { deploy, type FakeBuild, newDesk } from '../fixtures';
import { hashOf } from './csp';
import { hostBefore, type TestHost } from './fixtures';
import { WATCH } from './watch';

const desk = newDesk();
const html = 'prerendered/first.html';
const jobs = { name: 'mf-jobs', routes: { '/search-job': 'Search' }, prerendered: {} };
const front = {
  name: 'mf-public',
  routes: { '/': { title: 'Home', sleeps: true as const } },
  contents: { [html]: '<h1>Read me</h1>' },
  prerendered: { '/': html },
};
let host: TestHost;
const open = async (path: string, cookie = '') => {
  const reply = await fetch(`http://127.0.0.1:${host.port}${path}`, { headers: { cookie } });
  return { policy: reply.headers.get('content-security-policy') ?? '', html: await reply.text() };
};
const watchOf = (page: string) => /<script id="watch"([^>]*)>/.exec(page)?.[1] ?? null;
const shellOf = (page: string) => /src="\/modules\/shell\/([^/]+)\//.exec(page)?.[1];

beforeAll(async () => {
  await deploy(desk, { name: 'shell', version: '0.9.0', saysReady: true }, jobs, front);
  host = await hostBefore(1, undefined, { desk, env: { PORTAL_START_MS: '4000' } });
});
afterAll(() => host.close());

async function release(shell: Omit<FakeBuild, 'name'>, ...more: FakeBuild[]): Promise<void> {
  const made = await deploy(desk, { name: 'shell', ...shell }, ...more);
  const live = async () => ((await (await fetch(`http://127.0.0.1:${host.port}/healthz`)).json()) as { revision: number }).revision;
  while ((await live()) !== made?.registry.revision);
}

it('weighs less than a kilobyte', () => {
  expect(gzipSync(WATCH, { level: 9 }).length).toBeLessThanOrEqual(1000);
});

describe('in a page whose shell never says that it is ready', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['answers', () => Promise.resolve({ delete: async () => true })],
    ['refuses', () => Promise.reject(new DOMException('blocked'))],
    ['never answers', () => new Promise(() => undefined)],
  ])('and whose storage %s, the last good shell is asked for', async (_what, open) => {
    const reload = jest.fn();
    const page = {
      document: {
        currentScript: { dataset: { shell: '1.0.0', spare: 'yes', limit: '4' } },
        documentElement: { dataset: {} },
        querySelector: () => null,
        cookie: '',
      },
      location: { href: 'http://portal.test/search-job', replace: reload },
      sessionStorage: {} as Record<string, string>,
      caches: { open },
      fetch: async () => ({ ok: true }),
      addEventListener: () => undefined,
      ...{ AbortSignal, setTimeout, setInterval, clearInterval },
    };
    runInNewContext(WATCH, page);
    await jest.advanceTimersByTimeAsync(2500);
    expect(reload).toHaveBeenCalledWith('http://portal.test/search-job');
    expect([page.document.cookie, page.sessionStorage]).toEqual(['shell=1.0.0;Path=/;Max-Age=3600', { 'portal.why': 'late' }]);
  });
});

describe('in a page whose shell is ready', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** What stands in the page; `cloneNode` gives the bar as it came. */
  function standing() {
    const stands = { bar: true, screen: true };
    const came = 'the bar that came with the page';
    const prepend = jest.fn();
    const reload = jest.fn();
    const header = { cloneNode: () => came };
    const find = (it: string) => {
      if (it === 'header') return stands.bar ? header : null;
      return (it === 'header *' ? stands.bar : stands.screen) ? {} : null;
    };
    const root = { dataset: { shell: '' }, prepend };
    const page = {
      document: {
        currentScript: { dataset: { shell: '1.0.0', spare: 'yes', limit: '40' } },
        documentElement: root,
        querySelector: find,
        cookie: '',
      },
      location: { href: 'http://portal.test/search-job', replace: reload },
      sessionStorage: {} as Record<string, string>,
      addEventListener: () => undefined,
      ...{ setTimeout, setInterval, clearInterval },
    };
    runInNewContext(WATCH, page);
    return { stands, came, root, reload, prepend, why: () => page.sessionStorage['portal.why'] };
  }

  it('and that is emptied then, the bar stands again within 100 ms, and the last good shell is asked for', async () => {
    const { stands, came, root, reload, prepend, why } = standing();
    await jest.advanceTimersByTimeAsync(150);
    root.dataset.shell = 'ready';
    await jest.advanceTimersByTimeAsync(300);
    Object.assign(stands, { bar: false, screen: false });
    await jest.advanceTimersByTimeAsync(100);
    expect([prepend.mock.calls, root.dataset.shell, why()]).toEqual([[[came]], '', 'blank']);
    expect(reload).toHaveBeenCalledWith('http://portal.test/search-job');
  });

  it('and whose screen goes, it is looked at a second after the first screen: that may be between two', async () => {
    const { stands, root, reload, prepend, why } = standing();
    root.dataset.shell = 'ready';
    stands.screen = false;
    await jest.advanceTimersByTimeAsync(900);
    expect(reload).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(100);
    expect([reload.mock.calls.length, prepend.mock.calls.length, why()]).toEqual([1, 0, 'blank']);
  });

  it('and stays so, it is left alone', async () => {
    const { stands, root, reload } = standing();
    root.dataset.shell = 'ready';
    await jest.advanceTimersByTimeAsync(1000);
    Object.assign(stands, { bar: false, screen: false });
    await jest.advanceTimersByTimeAsync(5000);
    expect(reload).not.toHaveBeenCalled();
  });
});

it('stands in each page, named in the policy by its hash, and begins when the scripts of a page that sleeps do', async () => {
  const { html, policy } = await open('/search-job');
  expect(html).toContain(WATCH);
  expect(policy).toContain(hashOf(WATCH));
  expect(watchOf(html)).toBe(' data-shell="0.9.0" data-limit="40"');
  expect(watchOf((await open('/')).html)).toBe(' data-shell="0.9.0" data-limit="40" data-asleep="yes"');
});

it('has the last good shell served where the active one did not start, and where nobody says so the active one', async () => {
  await release({ version: '1.0.0', saysReady: true });
  expect(watchOf((await open('/search-job')).html)).toBe(' data-shell="1.0.0" data-limit="40" data-spare="yes"');
  const refused = (await open('/search-job', 'a=b; shell=1.0.0')).html;
  expect([shellOf(refused), watchOf(refused)]).toEqual(['0.9.0', ' data-shell="0.9.0" data-limit="40"']);
  expect(refused).toContain('/modules/mf-jobs/1.0.0/remoteEntry.js');
  expect(shellOf((await open('/search-job', 'shell=0.9.0')).html)).toBe('1.0.0');
  expect(shellOf((await open('/search-job')).html)).toBe('1.0.0');
});

it('has no module run unasked that does not fit the shell which takes its place', async () => {
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

it('does not wait for the word of a shell of before, which gives none', async () => {
  await release({ version: '3.0.0', portal: 2 });
  expect(watchOf((await open('/search-job')).html)).toBeNull();
});
