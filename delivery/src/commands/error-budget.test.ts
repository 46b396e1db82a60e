import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../test/command-line';
import { deploy, fakeBuild, info, newContext, writeEvents } from '../../test/fixtures';
import { rollBackVersion } from '../health/auto-rollback';
import { dayOf } from '../health/budget-counts';
import { readRegistry } from '../registry/update-registry';
import { activate } from './activate';
import { publish } from './publish';
import { rollback } from './rollback';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const text = () => said().replace(/\s+/g, ' ');

/** A portal with an empty availability budget of mf-jobs, and the published versions 1.2.0 and 1.3.0. */
async function withEmptyBudget() {
  const context = await begin();
  for (const version of ['1.2.0', '1.3.0']) {
    const build = { name: 'mf-jobs', version, script: version, contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } };
    await portal('publish', 'mf-jobs', '--dir', fakeBuild({ ...build, owner: '@portal/jobs' }));
  }
  await writeEvents(context.store, 'a1', 'mf-jobs', { [dayOf(Date.now())]: { views: 9000, bad: 90, loads: 200, late: 10 } });
  return context;
}
type Context = Awaited<ReturnType<typeof withEmptyBudget>>;
const newest = async (context: Context) => (await context.store.history()).at(-1);
const runs = async (context: Context) => (await readRegistry(context)).registry?.modules['mf-jobs'];

it.each([
  ['activate', ['activate', 'mf-jobs', '1.2.0']],
  ['canary', ['canary', 'mf-jobs', '1.2.0', '--percent', '5']],
  ['rollout', ['rollout', 'mf-jobs', '1.2.0', '--minutes', '0.001', '--views', '0']],
])(
  '[BUDGET-04] %s refuses a version while an error budget is empty, and names budget, day, figures, owner and next step',
  async (_what, args) => {
    const context = await withEmptyBudget();
    expect(await portal(...args)).toBe(1);
    const figures = '99 % of 9000 are views without a failure, the objective is 99.5 % in 28 days; owner unknown';
    expect(text()).toContain(`the availability budget of mf-jobs is empty since ${dayOf(Date.now())} (${figures})`);
    expect(text()).toContain('roll back with portal rollback, or activate a version that fixes it with --fix "…"; --force overrules it');
    expect(await runs(context)).toMatchObject({ version: '1.1.0', canary: null });
  },
);

it('[BUDGET-04] activates other modules while the budget of one is empty', async () => {
  const context = await withEmptyBudget();
  const build = fakeBuild({ name: 'mf-public', routes: { '/': 'Home' } });
  expect(await portal('publish', 'mf-public', '--dir', build, '--activate')).toBe(0);
  expect((await readRegistry(context)).registry?.modules['mf-public']?.version).toBe('1.0.0');
});

it('[BUDGET-05] activates a fix while the budget is empty, and records the person and the fix', async () => {
  const context = await withEmptyBudget();
  expect(await portal('activate', 'mf-jobs', '1.2.0', '--fix', 'blank list', '--by', 'ana')).toBe(0);
  expect(await newest(context)).toMatchObject({ by: 'ana', why: 'blank list', fix: 'blank list', changes: [{ to: '1.2.0' }] });
  expect(await newest(context)).not.toHaveProperty('forced');
  await portal('history', 'mf-jobs');
  expect(text()).toContain('ana: blank list (fix: blank list) activate mf-jobs 1.1.0 -> 1.2.0');
});

it('[BUDGET-05] publishes and activates a fix while the budget is empty', async () => {
  const context = await withEmptyBudget();
  const build = { name: 'mf-jobs', version: '1.4.0', contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } };
  const args = ['publish', 'mf-jobs', '--dir', fakeBuild(build), '--activate', '--why', 'npm start'];
  expect(await portal(...args)).toBe(1);
  expect(text()).toContain('the availability budget of mf-jobs is empty');
  expect(await portal(...args, '--fix', 'npm start')).toBe(0);
  expect(await runs(context)).toMatchObject({ version: '1.4.0', why: 'npm start' });
});

it('[BUDGET-05] requires the words of a fix', async () => {
  const context = await withEmptyBudget();
  expect(await portal('activate', 'mf-jobs', '1.2.0', '--fix', ' ')).toBe(1);
  expect(text()).toContain('say what the version fixes: --fix "…"');
  expect(await runs(context)).toMatchObject({ version: '1.1.0' });
});

it('[BUDGET-05] promotes a canary that began as a fix without another declaration', async () => {
  const context = await withEmptyBudget();
  expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5', '--fix', 'blank list')).toBe(0);
  expect(await portal('canary', 'mf-jobs', '--promote')).toBe(0);
  expect(await newest(context)).toMatchObject({ fix: 'blank list', changes: [{ how: 'promote', to: '1.2.0' }] });
});

it.each([
  ['with another share', ['canary', 'mf-jobs', '1.2.0', '--percent', '50'], '1.1.0'],
  ['with another share and --force', ['canary', 'mf-jobs', '1.2.0', '--percent', '50', '--force'], '1.1.0'],
  ['by a rollout', ['rollout', 'mf-jobs', '1.2.0', '--stages', '50,100', '--minutes', '0.001', '--views', '0'], '1.2.0'],
])('[BUDGET-05] continues a canary that began as a fix %s, and promotes it as a fix', async (_what, args, active) => {
  const context = await withEmptyBudget();
  expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5', '--fix', 'blank list')).toBe(0);
  expect(await portal(...args)).toBe(0);
  expect(await newest(context)).toMatchObject({ fix: 'blank list' });
  expect(await newest(context)).not.toHaveProperty('forced');
  expect(await runs(context)).toMatchObject({ version: active });
  if (active === '1.1.0') expect(await portal('canary', 'mf-jobs', '--promote')).toBe(0);
  expect(await newest(context)).toMatchObject({ fix: 'blank list', changes: [{ how: 'promote', to: '1.2.0' }] });
});

it('[BUDGET-05] refuses another start of a fix whose canary was stopped, and another version', async () => {
  const context = await withEmptyBudget();
  expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5', '--fix', 'blank list')).toBe(0);
  expect(await portal('canary', 'mf-jobs', '1.3.0', '--percent', '5')).toBe(1);
  expect(text()).toContain('the availability budget of mf-jobs is empty');
  expect(await portal('canary', 'mf-jobs', '--stop', '--reason', 'slow', '--fix', 'blank list')).toBe(1);
  expect(await portal('canary', 'mf-jobs', '--stop', '--reason', 'slow')).toBe(0);
  expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5')).toBe(1);
  expect(text()).toContain('the availability budget of mf-jobs is empty');
  expect(await newest(context)).toMatchObject({ changes: [{ how: 'stop' }] });
});

it('[BUDGET-05] refuses to promote a canary that began before the budget was empty', async () => {
  const context = await withEmptyBudget();
  await context.store.writeHealth('a1', null);
  expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5')).toBe(0);
  await writeEvents(context.store, 'a1', 'mf-jobs', { [dayOf(Date.now())]: { views: 9000, bad: 90 } });
  expect(await portal('canary', 'mf-jobs', '--promote')).toBe(1);
  expect(await portal('canary', 'mf-jobs', '--stop', '--reason', 'too many failures')).toBe(0);
  expect(await runs(context)).toMatchObject({ version: '1.1.0', canary: null });
});

it('[BUDGET-05] records --force', async () => {
  const context = await withEmptyBudget();
  expect(await portal('activate', 'mf-jobs', '1.2.0', '--force', '--why', 'a law')).toBe(0);
  expect(text()).toContain('warning: --force was used: the availability budget of mf-jobs is empty');
  expect(await newest(context)).toMatchObject({ forced: true, why: 'a law' });
});

it('[BUDGET-06] never refuses a rollback, by a person or by self-heal', async () => {
  const context = await withEmptyBudget();
  await activate({ ...context, served: { contracts: { jobs: 2 }, calls: {} } }, [{ name: 'mf-jobs', version: '1.2.0' }], {
    ...info,
    force: true,
  });
  const served = { contracts: { jobs: 2 }, calls: {} };
  await rollback({ ...context, served }, 'mf-jobs', undefined, info);
  expect(await runs(context)).toMatchObject({ version: '1.1.0' });
  const trial = { name: 'mf-jobs', version: '1.1.0', isCanary: false };
  expect(await rollBackVersion({ ...context, served }, trial, 'it failed')).toBe(true);
  expect(await newest(context)).toMatchObject({ by: 'self-heal', changes: [{ from: '1.1.0', to: '1.0.0' }] });
});

it('[BUDGET-06] rolls back to a named version without a fix only if the version was active before', async () => {
  const context = await withEmptyBudget();
  expect(await portal('rollback', 'mf-jobs', '--to', '1.2.0', '--reason', 'slow')).toBe(1);
  expect(text()).toContain('the availability budget of mf-jobs is empty');
  expect(await runs(context)).toMatchObject({ version: '1.1.0' });
  expect(await portal('rollback', 'mf-jobs', '--to', '1.2.0', '--reason', 'slow', '--fix', 'blank list')).toBe(0);
  expect(await newest(context)).toMatchObject({ why: 'slow', fix: 'blank list', changes: [{ how: 'rollback', to: '1.2.0' }] });
  expect(await portal('rollback', 'mf-jobs', '--to', '1.0.0', '--reason', 'slow')).toBe(0);
  expect(await portal('rollback', 'mf-jobs', '--to', '1.3.0', '--reason', 'slow', '--force')).toBe(0);
  expect(await newest(context)).toMatchObject({ forced: true, changes: [{ how: 'rollback', to: '1.3.0' }] });
});

it('works with a module.json, a host file and a stored day that cannot be read, and names them', async () => {
  const context = await withEmptyBudget();
  const { data } = context;
  const today = dayOf(Date.now());
  await context.store.addHealthDay(today, 'torn');
  await context.store.writeHealth(
    'b2',
    JSON.stringify({ at: `${today}T00:00:00Z`, healing: 'on', note: null, versions: {}, events: { shell: 1 } }),
  );
  const build = fakeBuild({ name: 'mf-public', routes: { '/': 'Home' } });
  expect(await portal('publish', 'mf-public', '--dir', build, '--activate')).toBe(0);
  const manifest = join(data, 'modules/mf-public/1.0.0/module.json');
  rmSync(manifest);
  // A link to itself: no permission of the test's user can make a file unreadable.
  symlinkSync(manifest, manifest);
  symlinkSync(join(data, 'health/c3.json'), join(data, 'health/c3.json'));
  expect(await portal('status')).toBe(0);
  expect(text()).toContain('mf-public 1.0.0 cannot be read: ELOOP');
  expect(text()).toContain(`the stored events of ${today} cannot be read`);
  expect(text()).toContain('the availability budget of mf-jobs is empty');
  expect(await portal('activate', 'mf-jobs', '1.2.0', '--force')).toBe(0);
});

it('stages a version while the budget is empty, with a warning', async () => {
  await withEmptyBudget();
  expect(await portal('stage', 'mf-jobs@1.2.0')).toBe(0);
  expect(text()).toContain('warning: the availability budget of mf-jobs is empty');
});

it('compares with the objective of the active version, so a release cannot lower its own', async () => {
  const context = newContext();
  const jobs = { name: 'mf-jobs', routes: { '/search-job': 'Search' } };
  await deploy(context, { name: 'shell' }, { ...jobs, objective: { availability: 0.995, latencyMs: 2500 } });
  await writeEvents(context.store, 'a1', 'mf-jobs', { '2026-05-01': { views: 9000, bad: 90 } });
  await publish(context, fakeBuild({ ...jobs, version: '1.1.0', objective: { availability: 0.5, latencyMs: 2500 } }), {});
  await expect(activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], info)).rejects.toThrow('the objective is 99.5 %');
});
