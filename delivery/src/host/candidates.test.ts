import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';
import { publish } from '../commands/publish';
import { type StagedCandidate, stage } from '../commands/stage';
import { loadKey } from '../registry/signatures';
import { watchRegistry } from './live-registry';

const context = newContext();
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': `Search ${version}` }, script: version });
let clock = context.now().getTime();
let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;
let staged: StagedCandidate;

beforeAll(async () => {
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await publish(context, fakeBuild(jobs('1.1.0')), {});
  staged = await stage(context, [{ name: 'mf-jobs', version: '1.1.0' }], info, 72);
  api = await standIn((_asked, reply) => reply.writeHead(503).end());
  host = await startTestHost(api.port, undefined, { context, now: () => clock });
});
afterAll(async () => {
  await host.close();
  api.stop();
});

const get = (path: string, cookie = '') =>
  fetch(`http://127.0.0.1:${host.port}${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });
const version = async (cookie: string) => /mf-jobs\/(\d\.\d\.\d)\/remoteEntry/.exec(await (await get('/search-job', cookie)).text())?.[1];

it('is shown on every page to the browser that opened its link, and to no other', async () => {
  const reply = await get(`/search-job?page=2&revision=${staged.token}`);
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/search-job?page=2']);
  const given = reply.headers.get('set-cookie') ?? '';
  expect(given).toBe(`revision=${staged.token}; Path=/; Max-Age=259200; HttpOnly; SameSite=Lax`);
  const cookie = given.split(';')[0] ?? '';
  expect([await version(cookie), await version('')]).toEqual(['1.1.0', '1.0.0']);
  expect([await version(cookie), await version('')]).toEqual(['1.1.0', '1.0.0']);
});

it('is left by ?revision=live', async () => {
  const reply = await get('/search-job?revision=live', `revision=${staged.token}`);
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/search-job']);
  expect(reply.headers.get('set-cookie')).toMatch(/^revision=; Path=\/; Max-Age=0;/);
});

it.each(['7', 'abcdef0123456789', `${'0'.repeat(16)}.${'A'.repeat(86)}`])('is not shown by ?revision=%s', async (token) => {
  const reply = await get(`/search-job?revision=${token}`);
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
  expect(await reply.text()).toContain('portal stage');
  expect(await version(`revision=${token}`)).toBe('1.0.0');
});

it('ends when its time is over', async () => {
  clock += 73 * 3_600_000;
  expect((await get(`/search-job?revision=${staged.token}`)).status).toBe(403);
  expect(await version(`revision=${staged.token}`)).toBe('1.0.0');
});

it('is never accepted as the active set, even in the folder of a revision', async () => {
  const folder = join(context.data, 'revisions/2');
  mkdirSync(folder);
  writeFileSync(join(folder, 'registry.json'), (await context.store.candidate(staged.id)) ?? '');
  const errors: string[] = [];
  const live = await watchRegistry({
    store: context.store,
    opsPublicKey: context.ops.publicKey,
    timestampKey: loadKey(context.data, 'timestamp'),
    log: { info: () => undefined, error: (text) => errors.push(text) },
  });
  expect([live.current(), errors]).toEqual([null, [expect.stringContaining('revision 2 is a candidate')]]);
  live.stop();
});
