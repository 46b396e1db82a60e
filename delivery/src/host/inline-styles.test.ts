import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, newContext } from '../../test/fixtures';
import { startTestHost, type TestHost } from '../../test/test-host';
import { hashOf } from './csp';

const SHELL = '@layer ui { body { margin: 0 } }';
const OWN = '@layer module { h1 { background: url("data:,") } }';
const FONT = '@font-face { font-family: Sans; src: url(sans.12345678.woff2) format("woff2") }';
const LINKED = '@layer module { h1 { background: url(mark.svg) } }';

const context = newContext();
let host: TestHost;
beforeAll(async () => {
  await deploy(
    context,
    { name: 'shell', contents: { 'main.css': SHELL } },
    { name: 'mf-public', routes: { '/': { title: 'Home' } }, contents: { 'main.css': OWN } },
    { name: 'mf-onboarding', routes: { '/guard/login': { title: 'Log in' } }, contents: { 'main.css': LINKED } },
    { name: 'mf-jobs', routes: { '/search-job': { title: 'Search' } }, prerendered: {} },
    {
      name: 'mf-communication',
      routes: { '/chat': { title: 'Chat' } },
      contents: { 'main.css': FONT, 'sans.12345678.woff2': 'a font' },
    },
    { name: 'mf-account', routes: { '/settings': { title: 'Settings' } } },
  );
  writeFileSync(join(context.data, 'modules/mf-account/1.0.0/main.css'), '@layer module { h1 { color: red } }');
  host = await startTestHost(1, undefined, { context });
});
afterAll(() => host.close());

interface Found {
  inline: string[];
  links: string[];
  policy: string;
}

async function open(path: string): Promise<Found> {
  const reply = await fetch(`http://127.0.0.1:${host.port}${path}`);
  const html = await reply.text();
  return {
    inline: [...html.matchAll(/<style data-href="main\.css" data-from="\/modules\/[^"]+">(.*?)<\/style>/g)].map(([, text = '']) => text),
    links: [
      ...html.matchAll(
        /<link rel="stylesheet" href="\/modules\/([^/]+)\/[^>]* data-href="main.css" integrity="sha384-[^"]+" crossorigin>/g,
      ),
    ].map(([, name = '']) => name),
    policy: reply.headers.get('content-security-policy') ?? '',
  };
}

it('a rendered page contains its stylesheets in order, and its policy names each by its hash', async () => {
  const { inline, links, policy } = await open('/');
  expect(inline).toEqual([SHELL, OWN]);
  expect(links).toEqual([]);
  for (const text of inline) expect(policy).toContain(hashOf(text));
});

it('a page rendered by its scripts has links to its stylesheets', async () => {
  const { inline, links, policy } = await open('/search-job');
  expect(inline).toEqual([]);
  expect(links).toEqual(['shell', 'mf-jobs']);
  expect(policy).not.toContain(hashOf(SHELL));
});

it('an inlined stylesheet names a listed font by its whole path', async () => {
  const { inline } = await open('/chat');
  expect(inline[1]).toContain('src: url(/modules/mf-communication/1.0.0/sans.12345678.woff2) format("woff2")');
});

it.each([
  ['names a file in its folder', '/guard/login', 'mf-onboarding'],
  ['differs from the published file', '/settings', 'mf-account'],
])('a stylesheet that %s stays a link', async (_, path, name) => {
  const { inline, links } = await open(path);
  expect(inline).toEqual([SHELL]);
  expect(links).toEqual([name]);
});
