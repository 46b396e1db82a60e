import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { RENDERER, RENDERER_FILE } from '@portal/mf-kit/renderer';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { portOf, standIn, startTestHost, type TestHost } from '../../test/test-host';
import { announce } from '../commands/announce';
import { publish } from '../commands/publish';
import { stage } from '../commands/stage';
import { isValidDcz, toDcz } from '../store/zstd';

jest.mock('../store/zstd', () => {
  const zstd = jest.requireActual('../store/zstd');
  return { ...zstd, toDcz: jest.fn(zstd.toDcz) };
});

const RECENT = { 'sec-ch-ua': '"Not)A;Brand";v="8", "Chromium";v="130"' };
const GUARD = { ...RECENT, cookie: 'token=abc' };
const ALL = 'gzip, deflate, br, zstd, dcb, dcz';
const FROM = 'http://localhost:4103/';
const TYPED = 'typed by a visitor';
const renderer = `var ${RENDERER}; ${RENDERER} = { prerender: async (path, { posted }) => ({ html: '<h1>' + path + (posted ? posted.values.query : '') + '</h1>' }) };`;
const shell = (version: string) => ({ name: 'shell', version, script: `/* shell ${version} */` });
const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, script: version, routes: { '/search-job': 'Search', ...more } });
const site = {
  name: 'mf-public',
  routes: { '/contact': { title: 'Contact', description: 'Write.', forms: { 'enquiries.send': '/reach-us/public/add' } }, '*': 'None' },
  contents: { [RENDERER_FILE]: renderer },
  renderer: RENDERER_FILE,
  prerendered: {},
};

let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;
let context: ReturnType<typeof newContext>;
const start = (env: NodeJS.ProcessEnv = {}) =>
  startTestHost(portOf(api.server), undefined, { context, env, now: () => context.now().getTime() });

beforeEach(async () => {
  context = newContext();
  await deploy(context, shell('1.0.0'), jobs('1.0.0'), site);
  api = await standIn((_asked, reply) =>
    reply.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 422, message: 'No.', data: null })),
  );
  host = await start();
});
afterEach(async () => {
  await host.close();
  api.stop();
});

const get = (url: string, headers: Record<string, string> = {}, of = host) =>
  of.app.inject({ url, headers: { 'accept-encoding': ALL, ...headers } });
const offer = (bytes: Uint8Array) => ({ 'available-dictionary': `:${createHash('sha256').update(bytes).digest('base64')}:` });
const linkOf = async (url: string, headers: Record<string, string> = GUARD, of = host) =>
  /^<(\/page-dictionary\/[0-9a-f]{16})>; rel="compression-dictionary"$/.exec(String((await get(url, headers, of)).headers.link))?.[1];
/** The bytes of the dictionary that a page names. */
async function dictionary(of = host): Promise<Buffer> {
  const reply = await get((await linkOf('/search-job', GUARD, of)) ?? '', {}, of);
  expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, 'br']);
  return brotliDecompressSync(reply.rawPayload);
}
/** Resolves when the host serves the revision of the act. */
async function whenLive(act: () => Promise<unknown>): Promise<void> {
  const served = new Promise<void>((resolve) => {
    const stop = host.live.onRevision(() => {
      stop();
      resolve();
    });
  });
  await act();
  await served;
}

it.each(['/search-job', '/contact', '/nowhere', offlinePagePath])(
  '[PAGEDIFF-01] sends %s as a delta that decompresses to the same bytes',
  async (path) => {
    const known = await dictionary();
    const [whole, delta] = [await get(path, GUARD), await get(path, { ...GUARD, ...offer(known) })];
    expect([whole.headers['content-encoding'], delta.headers['content-encoding']]).toEqual(['br', 'dcz']);
    expect(await isValidDcz(delta.rawPayload, brotliDecompressSync(whole.rawPayload), known)).toBe(true);
    expect(delta.rawPayload.length).toBeLessThan(whole.rawPayload.length);
    const facts = ({ statusCode, headers }: typeof whole) => [statusCode, headers['cache-control'], headers.vary, headers['content-type']];
    expect(facts(delta)).toEqual(facts(whole));
    expect(facts(whole).slice(1, 3)).toEqual(['no-cache', 'accept-encoding, available-dictionary, cookie, sec-ch-ua, save-data']);
  },
);

it.each([
  ['offers none', {}],
  ['offers an unknown dictionary', offer(Buffer.from('another'))],
  ['takes no dcz', { 'accept-encoding': 'gzip, br, dcb' }],
])('[PAGEDIFF-01] sends the page with brotli to a browser that %s', async (_, headers) => {
  const known = await dictionary();
  const reply = await get('/search-job', {
    ...GUARD,
    ...offer(known),
    ...('accept-encoding' in headers ? {} : { 'available-dictionary': '' }),
    ...headers,
  });
  expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, 'br']);
});

it('[PAGEDIFF-01] makes one delta for parallel requests, and sends the page with brotli if it cannot be made', async () => {
  const known = offer(await dictionary());
  await get('/search-job', GUARD);
  const make = jest.mocked(toDcz).mockClear();
  const replies = await Promise.all(Array.from({ length: 5 }, () => get('/search-job', { ...GUARD, ...known })));
  expect([replies.map(({ headers }) => headers['content-encoding']), make.mock.calls.length]).toEqual([Array(5).fill('dcz'), 1]);
  const log = jest.spyOn(host.app.log, 'error');
  make.mockRejectedValueOnce(new Error('out of memory'));
  expect((await get('/nowhere', { ...GUARD, ...known })).headers['content-encoding']).toBe('br');
  make.mockResolvedValueOnce(Buffer.from('no frame'));
  expect((await get(offlinePagePath, { ...GUARD, ...known })).headers['content-encoding']).toBe('br');
  expect(log.mock.calls).toEqual(
    ['out of memory', 'it does not decompress to the page'].map((why) => [
      `a page is sent in full, because its delta could not be made: ${why}`,
    ]),
  );
});

it('[PAGEDIFF-02] sends no posted form, candidate or override as a delta, and no dictionary with them', async () => {
  const known = { ...offer(await dictionary()), 'accept-encoding': ALL };
  await publish(context, fakeBuild(jobs('1.1.0')), {});
  const { token } = await stage(context, [{ name: 'mf-jobs', version: '1.1.0' }], info, 72);
  const posted = await host.app.inject({
    method: 'POST',
    url: '/contact',
    payload: new URLSearchParams({ _form: 'enquiries.send', query: TYPED }).toString(),
    headers: { ...GUARD, ...known, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });
  const replies = [
    posted,
    await get('/search-job', { ...RECENT, ...known, cookie: `token=abc; revision=${token}` }),
    await get('/search-job', { ...RECENT, ...known, cookie: `token=abc; module=${encodeURIComponent(`mf-jobs@${FROM}`)}` }),
  ];
  expect(replies.map(({ headers }) => [headers['content-encoding'], headers.link])).toEqual(Array(3).fill(['br', undefined]));
  const pages = replies.map(({ rawPayload }) => brotliDecompressSync(rawPayload).toString());
  expect(['<h1>/contact', '/mf-jobs/1.1.0/', `"from":"${FROM}"`].map((words, at) => pages[at]?.includes(words))).toEqual([
    true,
    true,
    true,
  ]);
  expect(pages[0]).toContain(TYPED);
});

it('[PAGEDIFF-03] has no key, token, time, announcement or version of a remote in the dictionary', async () => {
  await whenLive(() => announce(context, 'Maintenance at noon', 8, info));
  const text = (await dictionary()).toString();
  expect(text).toContain('/search-job');
  expect(text).toContain('/modules/shell/1.0.0/');
  const page = brotliDecompressSync((await get('/search-job', GUARD)).rawPayload).toString();
  const { token, signature, opsKey, timestampKey, timestamp } = JSON.parse(/id="registry">(.*?)<\/script>/.exec(page)?.[1] ?? '');
  for (const part of [token, signature, opsKey, timestampKey, timestamp.signature, 'Maintenance at noon', '/mf-jobs/1.0.0/', '2026-'])
    expect([part, text.includes(part)]).toEqual([expect.any(String), false]);
});

it('[PAGEDIFF-03] keeps the dictionary when a remote is activated, and has the one of the previous shell', async () => {
  const first = await dictionary();
  await whenLive(() => deploy(context, jobs('1.1.0')));
  const delta = await get('/search-job', { ...GUARD, ...offer(first) });
  expect([delta.headers['content-encoding'], delta.headers.link]).toEqual(['dcz', undefined]);
  await whenLive(() => deploy(context, shell('1.1.0')));
  const [next, old] = [await dictionary(), await get('/search-job', { ...GUARD, ...offer(first) })];
  expect(next.equals(first)).toBe(false);
  expect(old.headers['content-encoding']).toBe('dcz');
  const renewal = await get((await linkOf('/search-job', { ...GUARD, ...offer(first) })) ?? '', offer(first));
  expect(renewal.headers['content-encoding']).toBe('dcz');
  expect(await isValidDcz(renewal.rawPayload, next, first)).toBe(true);
});

it('[PAGEDIFF-03] has the dictionaries of the last two shells after guards offered earlier ones', async () => {
  const made = [await dictionary()];
  for (const version of ['1.1.0', '1.2.0']) {
    await whenLive(() => deploy(context, shell(version)));
    made.push(await dictionary());
  }
  for (const early of made.slice(0, 2)) await get('/search-job', { ...GUARD, ...offer(early) });
  await whenLive(() => deploy(context, shell('1.3.0')));
  const replies = await Promise.all(made.map((one) => get('/search-job', { ...GUARD, ...offer(one) })));
  expect(replies.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'dcz', 'dcz']);
});

it('[PAGEDIFF-03] is the same on another host with the same settings, and unknown to a host with others', async () => {
  const known = await dictionary();
  const [same, other] = [await start(), await start({ PORTAL_SUPPORT_EMAIL: 'help@guards.test' })];
  const encodings = await Promise.all(
    [same, other].map(async (one) => (await get('/search-job', { ...GUARD, ...offer(known) }, one)).headers),
  );
  expect(encodings.map((headers) => headers['content-encoding'])).toEqual(['dcz', 'br']);
  const missing = await get((await linkOf('/search-job', GUARD)) ?? '', {}, other);
  expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
  await Promise.all([same.close(), other.close()]);
});

it('[PAGEDIFF-04] is stored for a year, and offered for every address of this origin', async () => {
  const { headers } = await get((await linkOf('/search-job')) ?? '');
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/*"',
    vary: 'accept-encoding, available-dictionary',
    'content-type': 'text/plain; charset=utf-8',
  });
});

it.each<[string, string, Record<string, string>]>([
  ['a visitor without a session', '/search-job', RECENT],
  ['a guard who saves data', '/search-job', { ...GUARD, 'save-data': 'on' }],
  ['an earlier browser', '/search-job', { ...GUARD, 'sec-ch-ua': '"Chromium";v="129"' }],
  ['another browser', '/search-job', { cookie: 'token=abc' }],
  ['the page that the service worker stores', offlinePagePath, GUARD],
])('[PAGEDIFF-04] names no dictionary to %s', async (_, path, headers) => {
  expect((await get(path, headers)).headers.link).toBeUndefined();
});

it('[PAGEDIFF-04] names the dictionary to a guard until the browser offers it', async () => {
  const known = await dictionary();
  expect(await linkOf('/search-job', { ...GUARD, ...offer(Buffer.from('old')) })).toBeDefined();
  expect((await get('/search-job', { ...GUARD, ...offer(known) })).headers.link).toBeUndefined();
});
