import { offlinePagePath, serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import { deploy, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';

const FROM = 'http://localhost:4103';
const ASKED = `module=mf-jobs@${FROM}/`;
let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;

/** Whether other visitors' pages and the site map contain a page. */
const known = async (path: string) => {
  const html = await (await get(path)).text();
  const map = await (await get('/sitemap.xml')).text();
  return [html.includes('What guards ask.'), html.includes('rel="canonical"'), html.includes('noindex'), map.includes(path)];
};

async function open(env: NodeJS.ProcessEnv = {}) {
  const context = newContext();
  const page = (name: string, path: string) => ({ name, routes: { [path]: name } });
  const worker = { contents: { 'worker.js': '/* the worker */' }, worker: 'worker.js' };
  const faq = { name: 'mf-public', routes: { '/faq': { title: 'mf-public', description: 'What guards ask.' } } };
  await deploy(context, { name: 'shell', ...worker }, page('mf-jobs', '/search-job'), faq);
  api = await standIn((_asked, reply) => reply.writeHead(503).end());
  host = await startTestHost(api.port, undefined, { context, env });
}
afterEach(async () => {
  await host.close();
  api.stop();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${host.port}${path}`, { redirect: 'manual', headers });
const cookieOf = (reply: Response) => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const policyOf = (reply: Response) => reply.headers.get('content-security-policy') ?? '';
const tokenIn = (html: string) => /"token":(null|"[^"]*")/.exec(html)?.[1];

it('is set for the requesting browser on every page, until it ends it', async () => {
  await open();
  const entered = await get(`/search-job?page=2&${ASKED}`);
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/search-job?page=2']);
  expect(entered.headers.get('set-cookie')).toBe(
    `module=${encodeURIComponent(`mf-jobs@${FROM}/`)}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax`,
  );
  const cookie = cookieOf(entered);
  for (const path of ['/search-job', '/faq']) {
    const reply = await get(path, { cookie });
    const html = await reply.text();
    expect(html).toContain(`<script type="application/json" id="overrides">[{"module":"mf-jobs","from":"${FROM}/"}]</script>`);
    expect(html).not.toContain('/modules/mf-jobs/');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
  const ended = await get('/faq?module=off', { cookie });
  expect([ended.status, ended.headers.get('location')]).toEqual([303, '/faq']);
  expect(ended.headers.get('set-cookie')).toMatch(/^module=; Path=\/; Max-Age=0;/);
});

it('adds its origin to the policy of its own pages, and of no other reply', async () => {
  await open();
  const before = policyOf(await get('/search-job'));
  const cookie = cookieOf(await get(`/search-job?${ASKED}`));
  const wider = policyOf(await get('/search-job', { cookie }));
  const added = wider.split('; ').filter((rule) => rule.includes(FROM));
  expect(added.map((rule) => rule.split(' ')[0])).toEqual(['script-src', 'style-src', 'img-src', 'connect-src', 'font-src']);
  // Inlined stylesheets are in the policy by hash; this page has none.
  const bare = (policy: string) => policy.replace(/ 'sha256-[^']+'/g, '');
  expect(bare(wider).replaceAll(` ${FROM}`, '')).toBe(bare(before));
  expect(policyOf(await get('/search-job'))).toBe(before);
  for (const path of [offlinePagePath, serviceWorkerPath]) expect(policyOf(await get(path, { cookie }))).not.toContain('4103');
});

it('sends no health reports: its page has no token, and the pages of other browsers have one', async () => {
  await open();
  const cookie = cookieOf(await get(`/?${ASKED}`));
  expect(tokenIn(await (await get('/search-job', { cookie })).text())).toBe('null');
  expect(tokenIn(await (await get('/faq', { cookie })).text())).toBe('null');
  expect(tokenIn(await (await get('/search-job')).text())).toMatch(/^"eyJ/);
});

it('is not cached on the device: the offline page shows the active set, and the worker removes itself', async () => {
  await open();
  const cookie = cookieOf(await get(`/?${ASKED}`));
  const kept = await (await get(offlinePagePath, { cookie })).text();
  expect(kept).not.toContain('id="overrides"');
  expect(tokenIn(kept)).toMatch(/^"eyJ/);
  expect(await (await get(serviceWorkerPath)).text()).toContain('/* the worker */');
  const gone = await get(serviceWorkerPath, { cookie });
  expect(await gone.text()).toMatch(/registration\.unregister\(\)/);
  expect((await get(serviceWorkerPath, { 'if-none-match': gone.headers.get('etag') ?? '' })).status).toBe(200);
});

it('does not change the pages of other visitors, even if it is requested first', async () => {
  await open({ PORTAL_URL: 'http://portal.test' });
  const cookie = cookieOf(await get(`/?module=mf-public@${FROM}/`));
  expect(await (await get('/faq', { cookie })).text()).not.toContain('What guards ask.');
  expect(await known('/faq')).toEqual([true, true, false, true]);
});

it('supports several modules at the same time', async () => {
  await open();
  const cookie = cookieOf(await get(`/?${ASKED}&module=mf-public@http://127.0.0.1:4105/dist/module.json`));
  const html = await (await get('/faq', { cookie })).text();
  expect(html).toContain(`[{"module":"mf-jobs","from":"${FROM}/"},{"module":"mf-public","from":"http://127.0.0.1:4105/dist/"}]`);
});

it.each([
  ['mf-job@http://localhost:4103/', 'mf-job is no module of this portal. It has mf-jobs, mf-public.'],
  ['shell@http://localhost:4103/', 'shell is no module of this portal. It has mf-jobs, mf-public.'],
  ['mf-jobs@http://localhost.example.com:4103/', 'This portal takes no module from http://localhost.example.com:4103.'],
  ['mf-jobs@https://localhost:4103/', 'This portal takes no module from https://localhost:4103.'],
  ['mf-jobs@http://localhost@evil.example/', 'This portal takes no module from http://evil.example.'],
  ["mf-jobs@http://localhost:4103;script-src'*'/", 'names no module and the folder of its build. It looks like this: ?module=mf-jobs@'],
  ['mf-jobs', 'names no module and the folder of its build. It looks like this: ?module=mf-jobs@'],
])('rejects ?module=%s in one line, and changes nothing', async (value, words) => {
  await open();
  const reply = await get(`/search-job?module=${encodeURIComponent(value)}`);
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
  const said = await reply.text();
  expect(said).toContain(words);
  expect(said).not.toContain('\n');
  const forged = await get('/search-job', { cookie: `module=${encodeURIComponent(value)}` });
  expect(await forged.text()).not.toContain('id="overrides"');
  expect(policyOf(forged)).toBe(policyOf(await get('/search-job')));
});

it('is not set by a link of another site', async () => {
  await open();
  const sent = (site: string) => get(`/?${ASKED}`, { 'sec-fetch-site': site });
  expect([(await sent('none')).status, (await sent('same-origin')).status]).toEqual([303, 303]);
  for (const site of ['cross-site', 'same-site']) {
    const reply = await sent(site);
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await reply.text()).toContain('paste the address');
  }
  expect((await get('/?module=off', { 'sec-fetch-site': 'cross-site' })).status).toBe(303);
});

it('is rejected in production, including an existing cookie', async () => {
  await open({ PORTAL_MODE: 'production' });
  const reply = await get(`/search-job?${ASKED}`);
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
  expect(await reply.text()).toContain('PORTAL_OVERRIDES');
  const page = await get('/search-job', { cookie: `module=${encodeURIComponent(`mf-jobs@${FROM}/`)}` });
  expect(await page.text()).not.toContain('id="overrides"');
  expect(policyOf(page)).not.toContain('4103');
});

it('accepts a named origin in production, and no other', async () => {
  await open({ PORTAL_MODE: 'production', PORTAL_OVERRIDES: 'https://builds.example.com' });
  expect((await get('/?module=mf-jobs@https://builds.example.com/jobs/7/')).status).toBe(303);
  expect((await get(`/?${ASKED}`)).status).toBe(403);
});
