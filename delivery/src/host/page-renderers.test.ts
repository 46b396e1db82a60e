import type { ModuleManifest } from '@portal/mf-kit/module';
import { emptyPage } from '@portal/mf-kit/pageInput';
import { RENDERER, RENDERER_FILE } from '@portal/mf-kit/renderer';
import { integrityOf } from '../store/integrity';
import type { Store } from '../store/store';
import { LIMITS, openRenderers, type Renderers } from './page-renderers';

/** A generous limit for any machine, for tests without slow scripts. */
const PATIENT = { ...LIMITS, startMs: 25_000, pageMs: 25_000 };
const opened: Renderers[] = [];
let now = 0;

/** A module with this prerender function. */
function moduleOf(prerender: string, limits = PATIENT, listed?: string) {
  const code = `var ${RENDERER}; (() => { ${RENDERER} = { prerender: ${prerender} } })()`;
  const manifest = {
    name: 'mf-public',
    version: '1.0.0',
    renderer: RENDERER_FILE,
    files: { [RENDERER_FILE]: { integrity: listed ?? integrityOf(code), size: code.length } },
  } as unknown as ModuleManifest;
  const store = { read: async () => new TextEncoder().encode(code) } as unknown as Store;
  const renderers = openRenderers(store, () => now, limits);
  opened.push(renderers);
  return { renderers, manifest, render: (path = '/') => renderers.render(manifest, path, { ...emptyPage, content: { '/faq': 'Why?' } }) };
}
const page = (expression: string) => moduleOf(`async (path, input) => ({ html: String(${expression}) })`).render();

afterEach(async () => {
  await Promise.all(opened.splice(0).map((renderers) => renderers.close()));
});

it("renders with the address and the API's content, one page after the other", async () => {
  const { render } = moduleOf("async (path, { content }) => ({ html: path + content['/faq'], jsonLd: { '@type': 'FAQPage' } })");
  expect(await Promise.all(['/faq', '/terms'].map((path) => render(path)))).toEqual([
    { html: '/faqWhy?', jsonLd: { '@type': 'FAQPage' } },
    { html: '/termsWhy?', jsonLd: { '@type': 'FAQPage' } },
  ]);
});

it.each([
  ['the process', 'typeof process'],
  ['modules', 'typeof require'],
  ['the network', 'typeof fetch + typeof XMLHttpRequest + typeof WebSocket + typeof EventSource'],
  ['other threads', 'typeof Worker + typeof BroadcastChannel + typeof MessageChannel'],
  ['the process, by what it is given', "setTimeout.constructor('return typeof process + typeof require + typeof fetch')()"],
  ['the process, by an object of what it is given', "new TextEncoder().encode('a').constructor.constructor('return typeof process')()"],
  ['the process, by its own input', "input.content.constructor.constructor('return typeof process')()"],
])('gives no access to %s', async (_, expression) => {
  const { html } = await page(expression).catch(({ message }: Error) => ({ html: message }));
  expect(html).toMatch(/^(undefined)+$|Code generation from strings disallowed/);
});

it.each([
  ['its own realm', "await import('node:fs')"],
  ["the thread's realm", 'await setTimeout.constructor(\'return import("node:fs")\')()'],
])('allows no import in %s', async (_, expression) => {
  await expect(page(expression)).rejects.toThrow(/dynamic import/);
});

it('does not compile strings', async () => {
  await expect(page("eval('1')")).rejects.toThrow('Code generation from strings disallowed');
});

it.each([
  ['throws', "() => { throw new Error('no list') }", 'no list'],
  ['throws an object without a message', '() => { throw { get message() { throw 1 } } }', 'it failed without words'],
  ['rejects', "async () => { throw new Error('no list') }", 'no list'],
  ['returns no page', 'async () => 7', 'it returned no page'],
  ['returns an empty page', "async () => ({ html: '' })", 'it returned no page'],
  ['returns nothing', 'async () => undefined', 'it returned no page'],
  ['returns too much', "async () => ({ html: 'a'.repeat(5_000_000) })", 'it returned no page'],
  ['returns what never is one', 'async () => { const loop = {}; loop.loop = loop; return loop; }', /circular/],
])('reports why a page is missing when a script %s, and renders the next one', async (_, prerender, why) => {
  const { render } = moduleOf(`(path) => path === '/good' ? { html: 'Good' } : (${prerender})()`);
  await expect(render()).rejects.toThrow(why);
  expect(await render('/good')).toEqual({ html: 'Good' });
});

it('ends a thread that allocates without end, and starts a new one for the next page', async () => {
  const { render } = moduleOf(
    "(path) => { const all = []; while (path === '/bad') all.push({ path: new Array(1000).fill(path) }); return { html: 'Good' }; }",
    {
      ...PATIENT,
      heapMb: 32,
    },
  );
  await expect(render('/bad')).rejects.toThrow(/memory limit/);
  expect(await render('/good')).toEqual({ html: 'Good' });
});

it.each([
  ['hangs', '() => { for (;;); }'],
  ['never resolves', '() => new Promise(() => undefined)'],
])('ends a thread whose script %s, and pauses after repeated failures', async (_, prerender) => {
  const { render } = moduleOf(prerender, { ...PATIENT, pageMs: 100, maxFailures: 2, backoffMs: 1_000 });
  for (let strike = 1; strike <= 2; strike++) await expect(render()).rejects.toThrow('the page took longer than 100 ms');
  await expect(render()).rejects.toThrow('left alone for a while');
  now += 1_000;
  await expect(render()).rejects.toThrow('the page took longer than 100 ms');
});

it('limits the number of waiting pages', async () => {
  const { render } = moduleOf("async () => ({ html: 'Good' })", { ...PATIENT, waiting: 1 });
  const first = render();
  await expect(render()).rejects.toThrow('too many pages wait');
  expect(await first).toEqual({ html: 'Good' });
});

it('runs no script that differs from the published one', async () => {
  const { render } = moduleOf("async () => ({ html: 'Good' })", PATIENT, integrityOf('other'));
  await expect(render()).rejects.toThrow('server/renderer.js is not the file that was published');
});

it('ends the renderers of inactive versions', async () => {
  const { render, renderers } = moduleOf('async () => new Promise(() => undefined)', PATIENT);
  const waiting = render();
  const over = expect(waiting).rejects.toThrow(/its thread ended|no longer runs/);
  renderers.keep([]);
  await over;
});
