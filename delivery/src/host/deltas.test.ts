import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { deploy, newContext, noiseText } from '../../test/fixtures';
import { isValidDcz } from '../store/zstd';
import { noDevServers } from './dev';
import { serveFiles } from './module-files';
import { pickDictionary } from './negotiate';

const text = noiseText(1);
const [BEFORE, AFTER] = [`/* first */${text}`, `/* second */${text}`];
const FILES = { 'a.11111111.js': BEFORE };
const offer = (bytes: string) => `:${createHash('sha256').update(bytes).digest('base64')}:`;
const ALL = 'gzip, deflate, br, zstd, dcb, dcz';

/**
 * A host that caches two files with their compressed copies, and `spare` bytes more. Its store has two versions; `reads` lists the read
 * files.
 */
async function open(spare = 1_000_000) {
  const context = newContext();
  await deploy(context, { name: 'shell' }, { name: 'mf-jobs', contents: { ...FILES, 'a.txt': text } });
  await deploy(context, { name: 'mf-jobs', version: '1.1.0', contents: { 'a.22222222.js': AFTER, 'a.txt': text } });
  const reads: string[] = [];
  let isAway = false;
  const store: typeof context.store = {
    ...context.store,
    async read(name, version, file, encoding) {
      if (isAway) throw new Error('503 SlowDown');
      reads.push(`${version}/${file}`);
      return context.store.read(name, version, file, encoding);
    },
  };
  const app = Fastify();
  const ask = (headers: Record<string, string> = {}, file = '1.1.0/a.22222222.js') =>
    app.inject({ url: `/modules/mf-jobs/${file}`, headers: { 'accept-encoding': ALL, ...headers } });
  const folder = join(context.data, 'modules/mf-jobs');
  const two = readdirSync(join(folder, '1.1.0')).filter((file) => /^a\.(22222222\.js|txt)(\.br|\.gz)?$/.test(file));
  const size = two.reduce((sum, file) => sum + statSync(join(folder, '1.1.0', file)).size, 0);
  serveFiles(app, { store, live: { current: () => null }, devServers: noDevServers, mostBytes: size + spare });
  const [delta = ''] = readdirSync(join(folder, '1.1.0')).filter((file) => file.startsWith('a.22222222.js') && file.endsWith('.dcz'));
  return {
    ask,
    reads,
    delta: join(folder, '1.1.0', delta),
    folder,
    away: (is: boolean) => {
      isAway = is;
    },
  };
}
const known = { 'available-dictionary': offer(BEFORE) };

it("sends the delta to a browser that has the file of the previous version, under the file's headers", async () => {
  const { ask } = await open();
  const [whole, delta] = [await ask(), await ask(known)];
  expect([whole.headers['content-encoding'], delta.headers['content-encoding']]).toEqual(['br', 'dcz']);
  expect(await isValidDcz(delta.rawPayload, Buffer.from(AFTER), Buffer.from(BEFORE))).toBe(true);
  expect(delta.rawPayload.length).toBeLessThan(100);
  const facts = ({ headers }: typeof whole) =>
    ['cache-control', 'etag', 'vary', 'content-type', 'use-as-dictionary'].map((one) => headers[one]);
  expect(facts(delta)).toEqual(facts(whole));
  expect(facts(delta).slice(2)).toEqual([
    'accept-encoding, available-dictionary',
    'text/javascript; charset=utf-8',
    'match="/modules/mf-jobs/*/a.*.js"',
  ]);
});

it('declares scripts and stylesheets as dictionaries, also in the first version, and no other file', async () => {
  const { ask } = await open();
  const heads = ['1.0.0/a.11111111.js', '1.0.0/main.css', '1.0.0/remoteEntry.js', '1.0.0/a.txt', '1.0.0/module.json'].map(async (file) => {
    const { headers } = await ask({}, file);
    return [headers['use-as-dictionary'], headers.vary];
  });
  expect(await Promise.all(heads)).toEqual([
    ...['a.*.js', 'main.css', 'remoteEntry.js'].map((name) => [
      `match="/modules/mf-jobs/*/${name}"`,
      'accept-encoding, available-dictionary',
    ]),
    ...[1, 2].map(() => [undefined, 'accept-encoding']),
  ]);
});

it.each([
  ['offers none', {}],
  ['offers another one', { 'available-dictionary': offer('another') }],
  ['takes no dcz', { ...known, 'accept-encoding': 'gzip, br, dcb' }],
  ['refuses dcz', { ...known, 'accept-encoding': 'br, dcz;q=0' }],
])('sends the whole file when the browser %s', async (_, headers) => {
  const { ask } = await open();
  const { statusCode, headers: said } = await ask(headers);
  expect([statusCode, said['content-encoding']]).toEqual([200, 'br']);
});

it.each([
  ['', null],
  [offer('x'), offer('x').slice(1, -1)],
  [`${offer('x')}, ${offer('y')}`, null],
  [offer('x').slice(1), null],
  [`${offer('x')};a=1`, null],
  [`:${'A'.repeat(43)}:`, null],
  [`:${'A'.repeat(60)}=:`, null],
  [':__proto__:', null],
])('reads Available-Dictionary %j as %j', (given, read) => {
  expect(pickDictionary({ 'available-dictionary': given, 'accept-encoding': ALL })).toBe(read);
});

it('answers 304 to a browser that has the file already', async () => {
  const { ask } = await open();
  const etag = String((await ask()).headers.etag);
  const { statusCode, rawPayload, headers } = await ask({ ...known, 'if-none-match': etag });
  expect([statusCode, rawPayload.length, headers['content-encoding'], headers.vary]).toEqual([
    304,
    0,
    undefined,
    'accept-encoding, available-dictionary',
  ]);
});

const list = (folder: string) => join(folder, '1.1.0/dictionaries.json');
it.each<[string, (at: Awaited<ReturnType<typeof open>>) => void]>([
  [
    'was changed',
    ({ delta }) =>
      writeFileSync(
        delta,
        readFileSync(delta).map((byte, at, all) => (at === all.length - 1 ? byte ^ 1 : byte)),
      ),
  ],
  ['is half there', ({ delta }) => writeFileSync(delta, readFileSync(delta).subarray(0, 50))],
  ['is gone', ({ delta }) => rmSync(delta)],
  ['has a dictionary that was changed', ({ folder }) => appendFileSync(join(folder, '1.0.0/a.11111111.js'), '!')],
  ['has a dictionary that is gone', ({ folder }) => rmSync(join(folder, '1.0.0'), { recursive: true })],
  ['is in a list that is half there', ({ folder }) => writeFileSync(list(folder), readFileSync(list(folder)).subarray(0, 20))],
  ['is in a list of another shape', ({ folder }) => writeFileSync(list(folder), '{"a.22222222.js":{"x":null}}')],
  [
    'is in a list that leads out of the store',
    ({ folder }) => writeFileSync(list(folder), readFileSync(list(folder), 'utf8').replaceAll('"1.0.0"', '"../../.."')),
  ],
])('sends the whole file when the delta %s', async (_, damage) => {
  const opened = await open();
  damage(opened);
  for (const _time of [1, 2]) {
    const { statusCode, headers } = await opened.ask(known);
    expect([statusCode, headers['content-encoding']]).toEqual([200, 'br']);
  }
});

it('sends the whole file when the store fails to read the delta, and the delta at the next request', async () => {
  const { ask, away } = await open();
  await ask();
  away(true);
  expect((await ask(known)).headers['content-encoding']).toBe('br');
  away(false);
  expect((await ask(known)).headers['content-encoding']).toBe('dcz');
});

it('reads and decompresses the delta once for parallel requests, and reads nothing for an unknown dictionary', async () => {
  const { ask, reads } = await open();
  await Promise.all(Array.from({ length: 20 }, () => ask(known)));
  const once = [...reads];
  expect(once.filter((read) => read === '1.0.0/a.11111111.js')).toHaveLength(1);
  expect(once.filter((read) => read.endsWith('.dcz'))).toHaveLength(1);
  for (const bytes of ['x', 'y', 'z']) await ask({ 'available-dictionary': offer(bytes) });
  expect(reads).toEqual(once);
});

it.each([
  ['counts a delta for the memory limit', 0, 2],
  ['keeps a delta in memory while there is room', 1_000, 1],
])('%s', async (_, spare, times) => {
  const { ask, reads } = await open(spare);
  for (const _time of [1, 2]) {
    await ask({}, '1.1.0/a.txt');
    expect((await ask(known)).headers['content-encoding']).toBe('dcz');
  }
  expect(reads.filter((read) => read === '1.1.0/a.txt')).toHaveLength(3 * times);
});
