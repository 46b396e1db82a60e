import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISSING_FILE_HEADER } from '@portal/mf-kit/missingFile';
import Fastify from 'fastify';
import { deploy, newContext } from '../../test/fixtures';
import { noDevServers } from './dev';
import { serveFiles } from './module-files';

/** Nothing is active. */
const live = { current: () => null };

/** A host that serves files only; `reads` lists the files read from the store. */
async function open(mostBytes: number) {
  const context = newContext();
  const part = (letter: string) => letter.repeat(10_000);
  await deploy(context, { name: 'shell' }, { name: 'mf-jobs', contents: { 'a.txt': part('a'), 'b.txt': part('b'), 'c.txt': part('c') } });
  const reads: string[] = [];
  const store: typeof context.store = {
    ...context.store,
    read(name, version, file, encoding) {
      if (!encoding && file.endsWith('.txt')) reads.push(file);
      return context.store.read(name, version, file, encoding);
    },
  };
  const app = Fastify();
  serveFiles(app, { store, live, devServers: noDevServers, mostBytes });
  const get = async (file: string) => (await app.inject(`/modules/mf-jobs/1.0.0/${file}`)).body.length;
  return { get, reads };
}

it('caches files in memory while there is room, and reads them again otherwise', async () => {
  const { get, reads } = await open(21_000);
  for (const file of ['a.txt', 'b.txt', 'a.txt', 'b.txt']) expect(await get(file)).toBe(10_000);
  expect(reads).toEqual(['a.txt', 'b.txt']);
  await get('c.txt');
  await get('b.txt');
  await get('a.txt');
  expect(reads).toEqual(['a.txt', 'b.txt', 'c.txt', 'a.txt']);
});

it('reads a file once for parallel requests', async () => {
  const { get, reads } = await open(1);
  await Promise.all(Array.from({ length: 20 }, () => get('a.txt')));
  expect(reads).toEqual(['a.txt']);
});

it('replies 503 with Retry-After when the store does not answer, and 200 at the next request', async () => {
  const context = newContext();
  await deploy(context, { name: 'shell' });
  let isAway = true;
  const store: typeof context.store = {
    ...context.store,
    async read(...asked) {
      if (isAway) throw new Error('503 SlowDown');
      return context.store.read(...asked);
    },
  };
  const app = Fastify();
  serveFiles(app, { store, live, devServers: noDevServers });
  const ask = (method: 'GET' | 'HEAD') => app.inject({ method, url: '/modules/shell/1.0.0/shell.js' });
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await ask(method);
    expect([statusCode, headers['retry-after'], headers['cache-control'], headers[MISSING_FILE_HEADER]]).toEqual([
      503,
      '5',
      'no-store',
      undefined,
    ]);
  }
  isAway = false;
  expect((await ask('GET')).statusCode).toBe(200);
});

it.each([
  ['mf-jobs/1.0.0/none.txt', 404, 'missing'],
  ['mf-none/1.0.0/a.txt', 404, 'missing'],
  ['mf-jobs/1.0.0/a.txt', 410, 'changed'],
  ['mf-torn/1.0.0/a.txt', 410, 'changed'],
  ['mf-torn/1.0.0/module.json', 410, 'changed'],
  ['..%2f/1.0.0/a.txt', 404, undefined],
])('marks its own error replies with a header that no proxy sends: %s', async (path, status, word) => {
  const context = newContext();
  const contents = { 'a.txt': 'a' };
  await deploy(context, { name: 'shell' }, { name: 'mf-jobs', contents }, { name: 'mf-torn', contents });
  writeFileSync(join(context.data, 'modules/mf-jobs/1.0.0/a.txt'), 'tampered');
  writeFileSync(join(context.data, 'modules/mf-torn/1.0.0/module.json'), '{"name": "mf-to');
  const app = Fastify();
  serveFiles(app, { store: context.store, live, devServers: noDevServers });
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: `/modules/${path}` });
    expect([statusCode, headers[MISSING_FILE_HEADER]]).toEqual([status, word]);
  }
});
