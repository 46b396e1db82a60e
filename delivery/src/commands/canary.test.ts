import { canariesFor, DRAW_COUNT } from '@portal/mf-kit/canary';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { UserError } from '../errors';
import { ApiUnknown } from '../gate/gate';
import { verifyRegistry } from '../registry/signatures';
import { type ChangeInfo, readRegistry } from '../registry/update-registry';
import { activate } from './activate';
import { canary, promote, stopCanary } from './canary';
import { checkRollbacks } from './check-rollback';
import { publish } from './publish';
import { rollback } from './rollback';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const next = { name: 'mf-jobs', version: '1.5.0' };

async function begin(more = {}) {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.4.0'), { name: 'mf-account', routes: { '/setting': 'Settings' } });
  await deploy(context, jobs('1.4.2'));
  await publish(context, fakeBuild(jobs('1.5.0', more)), {});
  return context;
}
const entry = async (context: Awaited<ReturnType<typeof begin>>) => (await readRegistry(context)).registry?.modules['mf-jobs'];

it('is in the signed revision together with the active version', async () => {
  const context = await begin();
  await canary(context, next, 5, info);
  const { registry } = verifyRegistry((await context.store.registry()) ?? '', context.ops.publicKey);
  expect(registry).toMatchObject({
    revision: 3,
    modules: { 'mf-jobs': { version: '1.4.2', canary: { version: '1.5.0', container: 'mf_jobs_1_5_0', percent: 5, by: 'ana' } } },
  });
  expect(registry.modules['mf-jobs']?.canary).not.toHaveProperty('routes');
  expect((await context.store.history()).at(-1)?.changes).toEqual([
    { name: 'mf-jobs', from: null, to: '1.5.0', how: 'canary', percent: 5 },
  ]);
  const devices = Array.from({ length: DRAW_COUNT }, (_, draw) => canariesFor(registry, draw)).filter((names) => names.includes('mf-jobs'));
  expect(devices).toHaveLength(DRAW_COUNT / 20);
});

it('has its own paths if they differ', async () => {
  const context = await begin({ routes: { '/search-job': 'Search', '/new': 'New' } });
  await canary(context, next, 5, info);
  expect(Object.keys((await entry(context))?.canary?.routes ?? {})).toEqual(['/search-job', '/new']);
});

it('is promoted by one command, with the active version as its last good version', async () => {
  const context = await begin();
  await canary(context, next, 5, info);
  await canary(context, next, 20, info);
  expect((await entry(context))?.canary?.percent).toBe(20);
  await promote(context, { name: 'mf-jobs' }, info);
  expect(await entry(context)).toMatchObject({ version: '1.5.0', canary: null, lastGood: { version: '1.4.2' } });
  expect((await context.store.history()).at(-1)?.changes).toEqual([{ name: 'mf-jobs', from: '1.4.2', to: '1.5.0', how: 'promote' }]);
});

it('is stopped by one command, also while the API is down, is quarantined, and was never a last good version', async () => {
  const context = await begin();
  await canary(context, next, 5, info);
  await stopCanary({ ...context, served: new ApiUnknown('it is away') }, { name: 'mf-jobs' }, { by: 'ana', why: 'blank list' });
  expect(await entry(context)).toMatchObject({ version: '1.4.2', canary: null, quarantined: { '1.5.0': 'blank list' } });
  await expect(canary(context, next, 5, info)).rejects.toThrow('is quarantined (blank list)');
  await deploy(context, jobs('1.6.0'));
  expect((await entry(context))?.lastGood?.version).toBe('1.4.2');
});

it('is not ended by an activation of another version, except with force', async () => {
  const context = await begin();
  await canary(context, next, 5, info);
  const before = await context.store.registry();
  const words = 'mf-jobs has a canary, 1.5.0: first portal canary mf-jobs --stop --reason "…", or --promote';
  const act = (given: ChangeInfo) => activate(context, [{ name: 'mf-jobs', version: '1.4.0' }], given);
  await expect(act(info)).rejects.toThrow(new UserError(`${words}; --force overrules it`));
  expect(await context.store.registry()).toBe(before);
  const insisted = await act({ ...info, force: true });
  expect(insisted?.warnings[0]).toBe(`--force was used: ${words}`);
  expect(await entry(context)).toMatchObject({ version: '1.4.0', canary: null });
  expect((await context.store.history()).at(-1)).toMatchObject({ forced: true, changes: [{ how: 'activate' }, { how: 'stop' }] });
});

it('does not delay a rollback: it ends in the same revision without quarantine, and may start again', async () => {
  const context = await begin();
  await canary(context, next, 5, info);
  expect((await checkRollbacks(context)).find(({ name }) => name === 'mf-jobs')).toMatchObject({ to: '1.4.0', problem: null });
  const { registry } = await rollback(context, 'mf-jobs', undefined, { by: 'ana', why: 'blank list' });
  expect(registry.revision).toBe(4);
  expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.4.0', canary: null, quarantined: { '1.4.2': 'blank list' } });
  const line = (await context.store.history()).at(-1);
  expect(line).not.toHaveProperty('forced');
  expect(line?.changes).toEqual([
    { name: 'mf-jobs', from: '1.4.2', to: '1.4.0', how: 'rollback' },
    { name: 'mf-jobs', from: '1.5.0', to: '1.4.0', how: 'stop' },
  ]);
  await canary(context, next, 5, info);
  expect((await entry(context))?.canary?.version).toBe('1.5.0');
});

it('becomes active when the module is rolled back to it', async () => {
  const context = await begin();
  await canary(context, { name: 'mf-jobs', version: '1.4.0' }, 5, info);
  expect((await rollback(context, 'mf-jobs', '1.4.0', info)).changes).toMatchObject([{ how: 'rollback', to: '1.4.0' }]);
});

it('ends when it is activated', async () => {
  const context = await begin();
  await canary(context, next, 5, info);
  const { warnings } = (await activate(context, [next], info)) ?? {};
  expect(warnings?.join()).not.toContain('--force');
  expect(await entry(context)).toMatchObject({ version: '1.5.0', canary: null });
});

it.each([
  ['a library of the shell', { shared: { react: '^20.0.0' } }, 'mf-jobs 1.5.0 needs react ^20.0.0'],
  ['a contract', { contracts: { jobs: 3 } }, 'calls contract jobs, which the API does not serve'],
  ["another module's path", { routes: { '/setting': 'Mine' } }, '/setting belongs to'],
])('passes the same gate as an active version: %s', async (_, change, words) => {
  const context = await begin(change);
  await expect(canary(context, next, 5, info)).rejects.toThrow(words);
  expect((await entry(context))?.canary).toBeNull();
});

it('restricts activations of other modules, too', async () => {
  const context = await begin({ routes: { '/search-job': 'Search', '/new': 'New' } });
  await canary(context, next, 5, info);
  await publish(context, fakeBuild({ name: 'mf-account', version: '1.1.0', routes: { '/new': 'Mine' } }), {});
  await expect(activate(context, [{ name: 'mf-account', version: '1.1.0' }], info)).rejects.toThrow('/new belongs to');
});

it('is no longer the last good version after it is stopped, so the active version can be rolled back', async () => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.3.0'));
  await deploy(context, jobs('1.4.0'));
  await deploy(context, jobs('1.4.2'));
  await canary(context, { name: 'mf-jobs', version: '1.4.0' }, 5, info);
  await stopCanary(context, { name: 'mf-jobs' }, info);
  expect(await entry(context)).toMatchObject({ version: '1.4.2', lastGood: { version: '1.3.0' } });
  await rollback(context, 'mf-jobs', undefined, info);
  expect(await entry(context)).toMatchObject({ version: '1.3.0' });
});
