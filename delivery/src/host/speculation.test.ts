import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { startTestHost, type TestHost } from '../../test/test-host';
import { canary } from '../commands/canary';
import { publish } from '../commands/publish';

const RECENT = { 'sec-ch-ua': '"Not)A;Brand";v="8", "Chromium";v="138", "Google Chrome";v="138"' };
const PRERENDER = { 'sec-purpose': 'prefetch;prerender' };
const PREFETCH = { 'sec-purpose': 'prefetch' };

let host: TestHost;
beforeAll(async () => {
  const context = newContext();
  const html = 'prerendered/first.html';
  const pages = {
    name: 'mf-public',
    routes: {
      '/': { title: 'Home', description: 'Shifts near you.', sleeps: true },
      '/terms': { title: 'Terms', description: 'The terms.', sleeps: true },
      '/login': { title: 'Log in', access: 'visitor', prerender: true },
      '/sign-up': { title: 'Sign up', access: 'visitor' },
      '/jobs/:id': { title: 'Job', access: 'visitor', prerender: true },
      '/my-jobs': { title: 'My Jobs', access: 'guard' },
      '*': 'Page not found',
    },
    contents: { [html]: '<h1>Read me</h1>' },
    prerendered: { '/': html, '/terms': html, '/login': html },
  } as const;
  await deploy(context, { name: 'shell' }, pages);
  await publish(context, fakeBuild({ ...pages, version: '1.1.0' }), {});
  await canary(context, { name: 'mf-public', version: '1.1.0' }, 5, info);
  host = await startTestHost(1, undefined, { context });
});
afterAll(() => host.close());

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${host.port}${path}`, { headers });
const rulesOf = async (path: string, headers: Record<string, string>) => (await ask(path, headers)).headers.get('speculation-rules');

it('[INSTANT-01] sends the rules with a public page that has not started its scripts', async () => {
  expect(await rulesOf('/', RECENT)).toBe('"/speculation-rules.json"');
});

it.each([
  ['to a browser of an earlier version', '/', { 'sec-ch-ua': '"Chromium";v="137"' }],
  ['to a browser without a version', '/', {}],
  ['to a visitor who saves data', '/', { ...RECENT, 'save-data': 'on' }],
  ['to a guard with a session', '/', { ...RECENT, cookie: 'token=abc' }],
  ['on a page that starts its scripts', '/login', RECENT],
  ['on a page without HTML', '/my-jobs', RECENT],
])('[INSTANT-01] sends no rules %s', async (_, path, headers) => {
  expect(await rulesOf(path, headers)).toBeNull();
});

it('[INSTANT-01] lists the pages that are complete HTML, for links of pages that are not hydrated', async () => {
  const reply = await ask('/speculation-rules.json');
  expect(reply.headers.get('content-type')).toBe('application/speculationrules+json; charset=utf-8');
  const where = { and: [{ href_matches: ['/', '/login', '/terms'] }, { selector_matches: 'html:has([data-prerendered]) a' }] };
  expect(await reply.json()).toEqual({ prerender: [{ where, eagerness: 'moderate' }] });
});

it('[INSTANT-02] draws no canary and sets no device cookie until a visitor opens the page', async () => {
  for (const headers of [PREFETCH, PRERENDER]) expect((await ask('/', headers)).headers.getSetCookie()).toEqual([]);
  const names = (await ask('/')).headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
  expect(names.sort()).toEqual(['draw', 'reporting-device']);
});
