import { deploy, newContext } from '../../test/fixtures';
import { startTestHost, type TestHost } from '../../test/test-host';
import { hashOf } from './csp';

let host: TestHost;
beforeAll(async () => {
  const context = newContext();
  const html = 'prerendered/first.html';
  await deploy(
    context,
    { name: 'shell', contents: { 'sans.woff2': 'a font' }, fonts: ['sans.woff2'] },
    {
      name: 'mf-public',
      routes: {
        '/': { title: 'Home', sleeps: true },
        '/terms': 'Terms',
        '/members': { title: 'Members', access: 'guard' },
        '*': 'Page not found',
      },
      contents: { [html]: '<h1>Read me</h1>' },
      prerendered: { '/': html, '/terms': html },
    },
  );
  host = await startTestHost(1, undefined, { context });
});
afterAll(() => host.close());

describe('the scripts of a page', () => {
  const count = (text: string, found: RegExp) => [...text.matchAll(found)].length;
  const parts = (html: string) => {
    const [first = '', rest = ''] = html.split('<template id="rest"');
    const script = /<script [^>]*src="\/modules\/[^"]+"/g;
    return {
      first: count(first, script),
      preloads: count(first, /<link rel="preload" as="script"/g),
      rest: count(rest, script),
      until: /^ data-until="(\w+)"/.exec(rest)?.[1],
    };
  };
  const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${host.port}${path}`, { headers });
  const of = async (path: string, headers = {}) => (await ask(path, headers)).text();
  const inAll = expect.any(Number);

  it('are deferred on a page that sleeps, its styles are not; its one script is in the policy by its hash', async () => {
    const html = await of('/');
    expect(parts(html)).toEqual({ first: 0, preloads: 0, rest: inAll, until: 'touch' });
    expect(parts(html).rest).toBeGreaterThan(1);
    expect(html).toContain('<style data-href="main.css" data-from="/modules/mf-public/1.0.0/main.css">');
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const policy = (await ask('/')).headers.get('content-security-policy');
    expect(policy).toContain(hashOf(script));
  });

  it.each(['/', '/terms', '/members'])('follow the font that %s preloads', async (path) => {
    const font = '<link rel="preload" as="font" type="font/woff2" href="/modules/shell/1.0.0/sans.woff2" crossorigin>';
    const html = await of(path);
    expect(html.indexOf(font)).toBeGreaterThan(0);
    expect(html.indexOf(font)).toBeLessThan(html.search(/<style data-href|<link rel="stylesheet"/));
  });

  it.each([
    ['where its route does not sleep', '/terms', {}],
    ['for a guard with a session', '/', { cookie: 'token=abc' }],
  ])('are fetched immediately and run after the first paint %s', async (_, path, headers) => {
    const found = parts(await of(path, headers));
    expect(found).toEqual({ first: 0, preloads: found.rest, rest: inAll, until: 'paint' });
    expect(found.rest).toBeGreaterThan(1);
  });

  it('wait for a paint with the whole text, and not for the rest of the page', async () => {
    const expected = /<link rel="expect" href="#(\w+)" blocking="render">/;
    const html = await of('/terms');
    const [, id] = expected.exec(html.split('<body')[0] ?? '') ?? [];
    expect(html).toMatch(new RegExp(`id="${id}"[^>]*><div data-prerendered="mf-public"><h1>[^<]+</h1></div></main>`));
    for (const path of ['/', '/members']) expect(await of(path)).not.toMatch(expected);
  });

  it('run immediately if nothing is rendered', async () => {
    const found = parts(await of('/members'));
    expect(found).toEqual({ first: inAll, preloads: 0, rest: 0, until: undefined });
    expect(found.first).toBeGreaterThan(1);
  });
});
