import { canariesFor, DRAWS } from '@portal/mf-kit/canary';
import { canary, promote, stopCanary } from './canary';
import { type Order, readRegistry } from './desk';
import { drill } from './drill';
import { deploy, fakeBuild, newDesk, order } from './fixtures';
import { Unasked } from './gate';
import { activate, rollback } from './operate';
import { publish } from './publish';
import { Refusal } from './refusal';
import { openRegistry } from './signing';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const next = { name: 'mf-jobs', version: '1.5.0' };

async function begin(more = {}) {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' }, jobs('1.4.0'), { name: 'mf-account', routes: { '/setting': 'Settings' } });
  await deploy(desk, jobs('1.4.2'));
  await publish(desk.store, fakeBuild(jobs('1.5.0', more)), {});
  return desk;
}
const entry = async (desk: Awaited<ReturnType<typeof begin>>) => (await readRegistry(desk)).registry?.modules['mf-jobs'];

it('is in the signed revision together with the active version', async () => {
  const desk = await begin();
  await canary(desk, next, 5, order);
  const { registry } = openRegistry((await desk.store.registry()) ?? '', desk.ops.publicKey);
  expect(registry).toMatchObject({
    revision: 3,
    modules: { 'mf-jobs': { version: '1.4.2', canary: { version: '1.5.0', container: 'mf_jobs_1_5_0', percent: 5, by: 'ana' } } },
  });
  expect(registry.modules['mf-jobs']?.canary).not.toHaveProperty('routes');
  expect((await desk.store.history()).at(-1)?.changes).toEqual([{ name: 'mf-jobs', from: null, to: '1.5.0', how: 'canary', percent: 5 }]);
  const devices = Array.from({ length: DRAWS }, (_, draw) => canariesFor(registry, draw)).filter((names) => names.includes('mf-jobs'));
  expect(devices).toHaveLength(DRAWS / 20);
});

it('has its own paths if they differ', async () => {
  const desk = await begin({ routes: { '/search-job': 'Search', '/new': 'New' } });
  await canary(desk, next, 5, order);
  expect(Object.keys((await entry(desk))?.canary?.routes ?? {})).toEqual(['/search-job', '/new']);
});

it('is promoted by one command, with the active version as its last good version', async () => {
  const desk = await begin();
  await canary(desk, next, 5, order);
  await canary(desk, next, 20, order);
  expect((await entry(desk))?.canary?.percent).toBe(20);
  await promote(desk, { name: 'mf-jobs' }, order);
  expect(await entry(desk)).toMatchObject({ version: '1.5.0', canary: null, lastGood: { version: '1.4.2' } });
  expect((await desk.store.history()).at(-1)?.changes).toEqual([{ name: 'mf-jobs', from: '1.4.2', to: '1.5.0', how: 'promote' }]);
});

it('is stopped by one command, also while the API is down, is quarantined, and was never a last good version', async () => {
  const desk = await begin();
  await canary(desk, next, 5, order);
  await stopCanary({ ...desk, served: new Unasked('it is away') }, { name: 'mf-jobs' }, { by: 'ana', why: 'blank list' });
  expect(await entry(desk)).toMatchObject({ version: '1.4.2', canary: null, quarantined: { '1.5.0': 'blank list' } });
  await expect(canary(desk, next, 5, order)).rejects.toThrow('is quarantined (blank list)');
  await deploy(desk, jobs('1.6.0'));
  expect((await entry(desk))?.lastGood?.version).toBe('1.4.2');
});

it('is not ended by an activation of another version, except with force', async () => {
  const desk = await begin();
  await canary(desk, next, 5, order);
  const before = await desk.store.registry();
  const words = 'mf-jobs has a canary, 1.5.0: first portal canary mf-jobs --stop --reason "…", or --promote';
  const act = (given: Order) => activate(desk, [{ name: 'mf-jobs', version: '1.4.0' }], given);
  await expect(act(order)).rejects.toThrow(new Refusal(`${words}; --force overrules it`));
  expect(await desk.store.registry()).toBe(before);
  const insisted = await act({ ...order, force: true });
  expect(insisted?.warnings[0]).toBe(`--force was used: ${words}`);
  expect(await entry(desk)).toMatchObject({ version: '1.4.0', canary: null });
  expect((await desk.store.history()).at(-1)).toMatchObject({ forced: true, changes: [{ how: 'activate' }, { how: 'stop' }] });
});

it('does not delay a rollback: it ends in the same revision without quarantine, and may start again', async () => {
  const desk = await begin();
  await canary(desk, next, 5, order);
  expect((await drill(desk)).find(({ name }) => name === 'mf-jobs')).toMatchObject({ to: '1.4.0', problem: null });
  const { registry } = await rollback(desk, 'mf-jobs', undefined, { by: 'ana', why: 'blank list' });
  expect(registry.revision).toBe(4);
  expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.4.0', canary: null, quarantined: { '1.4.2': 'blank list' } });
  const line = (await desk.store.history()).at(-1);
  expect(line).not.toHaveProperty('forced');
  expect(line?.changes).toEqual([
    { name: 'mf-jobs', from: '1.4.2', to: '1.4.0', how: 'rollback' },
    { name: 'mf-jobs', from: '1.5.0', to: '1.4.0', how: 'stop' },
  ]);
  await canary(desk, next, 5, order);
  expect((await entry(desk))?.canary?.version).toBe('1.5.0');
});

it('becomes active when the module is rolled back to it', async () => {
  const desk = await begin();
  await canary(desk, { name: 'mf-jobs', version: '1.4.0' }, 5, order);
  expect((await rollback(desk, 'mf-jobs', '1.4.0', order)).changes).toMatchObject([{ how: 'rollback', to: '1.4.0' }]);
});

it('ends when it is activated', async () => {
  const desk = await begin();
  await canary(desk, next, 5, order);
  const { warnings } = (await activate(desk, [next], order)) ?? {};
  expect(warnings?.join()).not.toContain('--force');
  expect(await entry(desk)).toMatchObject({ version: '1.5.0', canary: null });
});

it.each([
  ['a library of the shell', { shared: { react: '^20.0.0' } }, 'mf-jobs 1.5.0 needs react ^20.0.0'],
  ['a contract', { contracts: { jobs: 3 } }, 'calls contract jobs, which the API does not serve'],
  ["another module's path", { routes: { '/setting': 'Mine' } }, '/setting belongs to'],
])('passes the same gate as an active version: %s', async (_, change, words) => {
  const desk = await begin(change);
  await expect(canary(desk, next, 5, order)).rejects.toThrow(words);
  expect((await entry(desk))?.canary).toBeNull();
});

it('restricts activations of other modules, too', async () => {
  const desk = await begin({ routes: { '/search-job': 'Search', '/new': 'New' } });
  await canary(desk, next, 5, order);
  await publish(desk.store, fakeBuild({ name: 'mf-account', version: '1.1.0', routes: { '/new': 'Mine' } }), {});
  await expect(activate(desk, [{ name: 'mf-account', version: '1.1.0' }], order)).rejects.toThrow('/new belongs to');
});
