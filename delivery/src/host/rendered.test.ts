import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { site as links } from '@portal/contracts/_kernel/site';
import { RENDERER, RENDERER_FILE } from '@portal/mf-kit/renderer';
import { deploy, type FakeBuild, newContext } from '../../test/fixtures';
import { portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';
import { rollback } from '../commands/rollback';
import { FRESH_MS } from './api-content';

const FAQ = '/faq/home/list';
/** Texts of the API by path below /v1; requests to other paths fail. */
const texts: Record<string, unknown> = {};
const asked: string[] = [];
let isDown = false;
let ms = Date.parse('2026-11-22T12:00:00Z');
const hosts: TestHost[] = [];

/** A renderer for these tests, as `src/prerender.tsx` would be built. */
const script = (prerender: string) => `var ${RENDERER}; (() => { ${RENDERER} = { prerender: ${prerender} } })()`;
const honest =
  "async (path, { content }) => ({ html: '<h1>' + path + ': ' + content['/faq/home/list'] + '</h1>', jsonLd: { about: path } })";

const site = (version: string, prerender = honest): FakeBuild => ({
  name: 'mf-public',
  version,
  routes: {
    '/': 'Home',
    '/faq': { title: 'Questions', description: 'Asked often.', content: [FAQ] },
    '/terms': { title: 'Terms', content: [FAQ, '/static/pages/terms'] },
    '/members': { title: 'Members', content: [FAQ], access: 'guard' },
    '/sector/:type': { title: 'Sector', pages: { '/sector/bank': { title: 'Banks' } } },
    '/404': { title: 'Page not found', notFound: true },
    '*': 'Page not found',
  },
  contents: {
    [RENDERER_FILE]: script(prerender),
    'prerendered/bank.json': JSON.stringify({ html: `<h1>Banks</h1><a href="mailto:${links.supportEmail}">Write</a>` }),
    'prerendered/sector.json': JSON.stringify({ html: '<h1>No such sector</h1>' }),
    'prerendered/any.json': JSON.stringify({ html: '<h1>Nothing here</h1>' }),
  },
  renderer: RENDERER_FILE,
  prerendered: {
    '/': 'prerendered/first.html',
    '/404': 'prerendered/any.json',
    '*': 'prerendered/any.json',
    '/sector/:type': 'prerendered/sector.json',
    '/sector/bank': 'prerendered/bank.json',
  },
});

async function startApi() {
  const api = await standIn((request, reply) => {
    const path = (request.url ?? '').replace('/v1', '');
    asked.push(path);
    if (isDown || !(path in texts)) return void reply.destroy();
    const isKnown = request.headers.authorization === 'Basic Z3VhcmQtcG9ydGFsOmd1YXJkLXBvcnRhbA==';
    const body = isKnown ? { code: 200, message: '', data: texts[path] } : { code: 401, message: 'Who?', data: null };
    reply.writeHead(body.code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return api;
}

let api: Awaited<ReturnType<typeof startApi>>;
let context: ReturnType<typeof newContext>;
let host: TestHost;

async function open(at: ReturnType<typeof newContext>, port = portOf(api.server), env = {}): Promise<TestHost> {
  const opened = await startTestHost(port, undefined, { context: at, now: () => ms, env });
  hosts.push(opened);
  return opened;
}
async function get(path: string, from = host) {
  const reply = await fetch(`http://127.0.0.1:${from.port}${path}`);
  const html = await reply.text();
  const page = /<script type="application\/json" id="page" data-path="(.*?)">(.*?)<\/script>/.exec(html);
  return {
    status: reply.status,
    html,
    heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? null,
    title: /<title>(.*?) · /.exec(html)?.[1],
    page: page && { at: page[1], input: JSON.parse(page[2] ?? '') },
  };
}

beforeEach(async () => {
  isDown = false;
  asked.length = 0;
  for (const path of Object.keys(texts)) delete texts[path];
  texts[FAQ] = 'Why?';
  api = await startApi();
  context = newContext();
  await deploy(context, { name: 'shell' }, site('1.0.0'));
  host = await open(context);
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((one) => one.close()));
  api.stop();
});

it("replaces the demonstration's links by the operator's, and renders with them", async () => {
  const theirs = newContext();
  const prerender = "async (_path, { site }) => ({ html: '<h1>' + site.supportEmail + ', ' + site.customerSite + '</h1>' })";
  await deploy(theirs, { name: 'shell' }, site('1.0.0', prerender));
  const own = await open(theirs, undefined, { PORTAL_SUPPORT_EMAIL: 'a$&b@example.com', PORTAL_CUSTOMER_SITE: 'https://example.com/' });
  expect((await get('/sector/bank', own)).html).toContain('<a href="mailto:a$&amp;b@example.com">Write</a>');
  const { heading, page } = await get('/faq', own);
  expect(heading).toBe('a$&b@example.com, https://example.com/');
  expect(page?.input).toEqual({ content: { [FAQ]: texts[FAQ] }, posted: null });
});

it("renders a page with the API's content, and sends its input with the page", async () => {
  // The host read the earlier text when it started.
  await get('/faq');
  texts[FAQ] = 'Why </script>?';
  ms += FRESH_MS;
  const { status, html, page } = await get('/faq');
  expect(status).toBe(200);
  expect(html).toContain('<div data-prerendered="mf-public"><h1>/faq: Why </script>?</h1></div>');
  expect(page).toEqual({ at: '/faq', input: { content: { [FAQ]: 'Why </script>?' }, posted: null } });
  expect(html).toContain('<script type="application/ld+json">{"about":"/faq"}</script>');
  expect(html).not.toContain('<noscript>');
  expect(html).not.toContain(RENDERER_FILE);
});

it('reads the content before the first request, not again while it is fresh, and shows a change after that', async () => {
  await get('/faq');
  texts[FAQ] = 'Since when?';
  const before = asked.filter((path) => path === FAQ).length;
  ms += FRESH_MS - 1;
  expect((await get('/faq')).heading).toBe('/faq: Why?');
  expect(asked.filter((path) => path === FAQ)).toHaveLength(before);
  ms += 1;
  expect((await get('/faq')).heading).toBe('/faq: Since when?');
  expect(asked.filter((path) => path === FAQ)).toHaveLength(before + 1);
});

it('shows the last good text while the API is down, also on a host that starts then', async () => {
  expect((await get('/faq')).heading).toBe('/faq: Why?');
  isDown = true;
  ms += 60 * 60_000;
  expect((await get('/faq')).heading).toBe('/faq: Why?');
  const other = await open(context);
  expect(await get('/faq', other)).toMatchObject({ status: 200, heading: '/faq: Why?' });
  isDown = false;
  texts[FAQ] = 'Back?';
  ms += 60_000;
  expect((await get('/faq', other)).heading).toBe('/faq: Back?');
});

it('leaves a page to the client when one of its texts was never read', async () => {
  const { status, heading, html, page } = await get('/terms');
  expect({ status, heading, page }).toEqual({ status: 200, heading: null, page: null });
  expect(html).toContain('<noscript>');
  texts['/static/pages/terms'] = 'Terms';
  ms += FRESH_MS;
  expect((await get('/terms')).heading).toBe('/terms: Why?');
});

it('reads nothing for a page that is not public', async () => {
  expect(await get('/members')).toMatchObject({ heading: null, page: null });
});

it.each([
  ['/sector/bank', 200, 'Banks', 'Banks'],
  ['/sector/bank/', 200, 'Banks', 'Banks'],
  ['/sector/casino', 404, 'Page not found', 'No such sector'],
  ['/404', 404, 'Page not found', 'Nothing here'],
  ['/nobody/here', 404, 'Page not found', 'Nothing here'],
])('%s replies %i', async (path, status, title, heading) => {
  expect(await get(path)).toMatchObject({ status, title, heading, page: null });
});

it.each(['/no/such/page', '/sector', '/sector/bank/more', '/SECTOR/bank', '/faq/more'])(
  '[ROUTE-60] %s, which nobody owns, answers 404 with the not-found page',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, title: 'Page not found', heading: 'Nothing here', page: null });
  },
);

it('reads an HTML file of an older build', async () => {
  expect((await get('/')).heading).toBe('mf-public');
});

it('renders with the older version after a rollback', async () => {
  await get('/faq');
  await deploy(context, site('1.1.0', "async () => ({ html: '<h1>Newer</h1>' })"));
  const newer = await open(context);
  expect((await get('/faq', newer)).heading).toBe('Newer');
  await rollback(context, 'mf-public', undefined, { by: 'ana', why: 'worse' });
  const older = await open(context);
  expect((await get('/faq', older)).heading).toBe('/faq: Why?');
});

it.each([
  ['throws', "() => { throw new Error('no list') }"],
  ['returns nonsense', 'async () => [1, 2]'],
  ['does not even begin', 'nothing.like.this'],
])('a renderer that %s affects no other page, and the client renders its pages', async (_, prerender) => {
  await deploy(context, site('2.0.0', prerender));
  const worse = await open(context);
  const { status, heading, html, page } = await get('/faq', worse);
  expect({ status, heading, page }).toEqual({ status: 200, heading: null, page: null });
  expect(html).toContain('<noscript>');
  expect(html).not.toContain('no list');
  expect(await get('/', worse)).toMatchObject({ status: 200, heading: 'mf-public' });
});

it('keeps the last rendered HTML with its input when the renderer fails with the next text', async () => {
  const picky = honest.replace('=> (', "=> content['/faq/home/list'] === 'Bad' ? null : (");
  await deploy(context, site('2.0.0', picky));
  const picking = await open(context);
  expect((await get('/faq', picking)).heading).toBe('/faq: Why?');
  texts[FAQ] = 'Bad';
  ms += FRESH_MS;
  expect(await get('/faq', picking)).toMatchObject({ heading: '/faq: Why?', page: { input: { content: { [FAQ]: 'Why?' } } } });
});

it('does not run or serve a renderer that differs from the published one', async () => {
  writeFileSync(join(context.data, 'modules/mf-public/1.0.0', RENDERER_FILE), script("async () => ({ html: '<h1>Tampered</h1>' })"));
  const tampered = await open(context);
  expect((await get('/faq', tampered)).heading).toBeNull();
  expect((await get(`/modules/mf-public/1.0.0/${RENDERER_FILE}`)).status).toBe(404);
});

it('keeps host-only fields out of the registry', async () => {
  const { document } = await (await fetch(`http://127.0.0.1:${host.port}/registry.json`)).json();
  const { routes } = JSON.parse(document).modules['mf-public'];
  expect(routes['/faq']).toEqual({ access: 'public', chrome: 'public', title: 'Questions' });
  expect(routes['/sector/:type'].pages).toEqual({ '/sector/bank': { title: 'Banks' } });
});
