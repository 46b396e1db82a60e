import { request } from 'node:http';
import { BRAND } from '@portal/mf-kit/pageLayout';
import type { FastifyInstance } from 'fastify';
import { deploy, newContext } from '../../test/fixtures';
import { portOf } from '../../test/test-host';
import { loadKey } from '../registry/signatures';
import { createHost } from './host';
import { type LiveRegistry, watchRegistry } from './live-registry';
import { accountLinks } from './organisation';
import { readSettings } from './settings';

const PUBLIC_URL = 'https://portal.example.com';
const context = newContext();
let live: LiveRegistry;
let host: FastifyInstance;
let port: number;

const sectors = {
  '/our-speciality/bank': { title: 'Banks', description: 'Guards for banks.' },
  '/our-speciality/vip': { title: 'VIP', description: 'Guards for people.' },
};
const site = {
  name: 'mf-public',
  contents: { 'shared/our-speciality-bank.png': 'a picture', 'shared/home.png': 'another' },
  routes: {
    '/': { title: 'Guard work', description: 'Shifts in Ontario.' },
    '/faq': { title: 'Questions & "answers" <here>', description: 'What guards\' & sites\' people ask: "how" <soon>?' },
    '/our-speciality/:type': { title: 'Our speciality', pages: sectors },
    '/our-speciality/vip': { title: 'VIP, of its own' },
    '/welcome': 'Welcome',
    '/404': { title: 'Page not found', description: 'Nothing is here.', notFound: true as const },
    '*': { title: 'Page not found', description: 'Nothing is here.' },
  },
};
const guards = {
  name: 'mf-jobs',
  routes: {
    '/search-job': { title: 'Search jobs', description: 'For guards.', access: 'guard' as const },
    '/guard/login': { title: 'Log in', description: 'For visitors.', access: 'visitor' as const },
    '/review': { title: 'Review', description: 'For a session.', access: 'session' as const },
  },
};

interface Reply {
  status: number;
  type: string;
  body: string;
}
/** Not by fetch, which writes the Host header and normalises the path. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', body }));
    })
      .on('error', reject)
      .end();
  });
const headOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).body.split('</head>')[0] ?? '';

beforeAll(async () => {
  await deploy(context, { name: 'shell' }, site, guards);
  const log = { info: () => undefined, error: () => undefined };
  live = await watchRegistry({
    store: context.store,
    opsPublicKey: context.ops.publicKey,
    timestampKey: loadKey(context.data, 'timestamp'),
    log,
  });
  const settings = { ...readSettings({ PORTAL_URL: `${PUBLIC_URL}/`, PORTAL_SUPPORT_EMAIL: 'help@example.com' }), data: context.data };
  host = await createHost({ settings, store: context.store, live, log: false });
  await host.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(host.server);
});
afterAll(async () => {
  live.stop();
  await host.close();
});

describe('the head of a page for search engines', () => {
  it('contains title, description, canonical address and sharing tags', async () => {
    const head = await headOf('/our-speciality/bank');
    for (const tag of [
      `<title>Banks · ${BRAND}</title>`,
      '<meta name="description" content="Guards for banks.">',
      `<link rel="canonical" href="${PUBLIC_URL}/our-speciality/bank">`,
      '<meta property="og:title" content="Banks">',
      '<meta property="og:description" content="Guards for banks.">',
      `<meta property="og:url" content="${PUBLIC_URL}/our-speciality/bank">`,
      `<meta property="og:site_name" content="${BRAND}">`,
      `<meta property="og:image" content="${PUBLIC_URL}/modules/mf-public/1.0.0/shared/our-speciality-bank.png">`,
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      `<meta property="og:image:alt" content="${BRAND}: Banks">`,
      '<meta name="twitter:card" content="summary_large_image">',
    ])
      expect(head).toContain(tag);
    expect(head).not.toContain('noindex');
  });

  it('names an existing picture, and none otherwise', async () => {
    const picture = /<meta property="og:image" content="(.*?)">/;
    const { pathname } = new URL(picture.exec(await headOf('/'))?.[1] ?? '');
    expect(await get(pathname)).toMatchObject({ status: 200, type: 'image/png', body: 'another' });
    const without = await headOf('/faq');
    expect(without).not.toMatch(picture);
    expect(without).toContain('<meta name="twitter:card" content="summary">');
  });

  it.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/faq', '/faq'],
    ['//evil.example/faq', null],
    ['/faq?page=2&x="><b>', '/faq'],
    ['/our-speciality/bank?pageId=1', '/our-speciality/bank'],
  ])('%s has the canonical address %s', async (path, address) => {
    const canonical = /<link rel="canonical" href="(.*?)">/.exec(await headOf(path))?.[1] ?? null;
    expect(canonical).toBe(address && PUBLIC_URL + address);
  });

  it.each([
    { host: 'evil.example' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
  ])('names the public address, independent of the request headers: %j', async (headers) => {
    for (const path of ['/', '/faq', '/sitemap.xml', '/robots.txt', '/search-job']) {
      const { status, body } = await get(path, headers);
      expect(status).toBe(200);
      expect(body).not.toContain('evil.example');
    }
    expect(await headOf('/faq', headers)).toContain(`<link rel="canonical" href="${PUBLIC_URL}/faq">`);
  });

  it('escapes the description of a module', async () => {
    const head = await headOf('/faq');
    expect(head).toContain('<title>Questions &amp; &quot;answers&quot; &lt;here&gt; · ');
    expect(head).toContain('content="What guards&#39; &amp; sites&#39; people ask: &quot;how&quot; &lt;soon&gt;?">');
  });

  it('describes the company on the first page only', async () => {
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await headOf('/'))?.[1] ?? '';
    expect(JSON.parse(data)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Guard Portal',
      url: `${PUBLIC_URL}/`,
      logo: `${PUBLIC_URL}/icon-512.png`,
      email: 'help@example.com',
      address: 'Oshawa, Ontario, Canada',
    });
    expect(await headOf('/faq')).not.toContain('ld+json');
  });

  it("names a network's account, but not the network's own start page", () => {
    const account = 'https://www.facebook.com/our-guards';
    expect(accountLinks([{ href: 'https://x.com/' }, { href: account }, { href: 'https://www.linkedin.com' }])).toEqual([account]);
  });
});

it.each([
  ['a page for guards', '/search-job', 200],
  ['a page for visitors', '/guard/login', 200],
  ['a page with a session', '/review', 200],
  ['a public page without a description', '/welcome', 200],
  ['a page that a more specific route answers', '/our-speciality/vip', 200],
  ['a value that the pattern does not list', '/our-speciality/pirates', null],
  ['the not-found page', '/404', null],
  ['a path that nobody owns', '/nobody/here', 404],
])('%s has noindex and no other tag for search engines', async (_what, path, status) => {
  const reply = await get(path);
  if (status) expect(reply.status).toBe(status);
  const head = reply.body.split('</head>')[0] ?? '';
  expect(head).toContain('<meta name="robots" content="noindex">');
  for (const tag of ['canonical', 'og:', 'description', 'ld+json']) expect(head).not.toContain(tag);
});

describe('the note about JavaScript', () => {
  it.each([
    ['/', false],
    ['/faq', true],
    ['/search-job', true],
  ])('is on %s: %s', async (path, says) => {
    expect((await get(path)).body.includes('<noscript>This page needs JavaScript: switch it on')).toBe(says);
  });

  it('is on a prerendered page that does not work without scripts', async () => {
    await deploy(context, { name: 'mf-onboarding', access: 'visitor', routes: { '/guard/signup': 'Register' } });
    const registered = await new Promise<string>((resolve) => {
      const look = async () => {
        const { body } = await get('/guard/signup');
        if (body.includes('data-prerendered="mf-onboarding"')) resolve(body);
        else setImmediate(() => void look());
      };
      void look();
    });
    expect(registered).toContain('<noscript>');
  });
});

it('keeps descriptions out of the registry, which every page contains', async () => {
  const { body } = await get('/registry.json');
  expect(body).toContain('Our speciality');
  expect(body).not.toContain('Guards for banks.');
  expect(body).not.toContain('Shifts in Ontario.');
});

describe('the site map', () => {
  it('lists every page for search engines and no other', async () => {
    const { status, type, body } = await get('/sitemap.xml');
    expect({ status, type }).toEqual({ status: 200, type: 'application/xml; charset=utf-8' });
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      ['/', '/faq', '/our-speciality/bank'].map((path) => PUBLIC_URL + path),
    );
    expect(body).not.toContain('lastmod');
  });

  it('is named by robots.txt, which disallows nothing', async () => {
    const { status, type, body } = await get('/robots.txt');
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(body).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`);
  });
});

describe('the public address', () => {
  it.each([
    [undefined, 'http://localhost:8080'],
    ['', 'http://localhost:8080'],
    ['https://portal.example.com/', 'https://portal.example.com'],
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ])('PORTAL_URL %j gives %s', (PORTAL_URL, publicUrl) => {
    expect(readSettings({ PORTAL_URL }).publicUrl).toBe(publicUrl);
  });

  it.each([
    'portal.example.com',
    'https://portal.example.com/guards',
    'ftp://portal.example.com',
    'https://a b',
    'https://x?y',
    'https://a:b:c',
  ])('rejects %s', (PORTAL_URL) => {
    expect(() => readSettings({ PORTAL_URL })).toThrow('must look like https://portal.example.com');
  });
});
