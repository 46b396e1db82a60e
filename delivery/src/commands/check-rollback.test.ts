import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../test/command-line';
import { deploy, info, newContext } from '../../test/fixtures';
import { checkRollbacks } from './check-rollback';
import { rollback } from './rollback';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const words = () => said().replace(/\s+/g, ' ');

it('shows for each module the version that a rollback would activate, and writes nothing', async () => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'), { name: 'mf-account', routes: { '/setting': 'Settings' } });
  await deploy(context, jobs('1.1.0'));
  const read = async () => [await context.store.registry(), await context.store.history(), await context.store.seen()];
  const before = await read();
  expect(await checkRollbacks(context)).toEqual([
    { name: 'shell', version: '1.0.0', to: null, problem: null },
    { name: 'mf-jobs', version: '1.1.0', to: '1.0.0', problem: null },
    { name: 'mf-account', version: '1.0.0', to: null, problem: null },
  ]);
  expect(await read()).toEqual(before);
  expect((await rollback(context, 'mf-jobs', undefined, info)).changes).toMatchObject([{ from: '1.1.0', to: '1.0.0' }]);
});

it('reports a version whose earlier versions are all quarantined', async () => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await deploy(context, jobs('1.1.0'));
  await rollback(context, 'mf-jobs', undefined, info);
  await deploy(context, jobs('1.2.0'));
  await rollback(context, 'mf-jobs', undefined, info);
  expect((await checkRollbacks(context))[1]).toMatchObject({
    version: '1.0.0',
    problem: expect.stringContaining('no earlier good version'),
  });
});

it('ends with 1 and names the problem when a file of the earlier version was changed', async () => {
  const context = await begin();
  expect(await portal('drill')).toBe(0);
  expect(words()).toContain('shell 1.0.0 is the first: nothing to go back to');
  expect(words()).toContain('mf-jobs 1.1.0 could go back to 1.0.0');
  writeFileSync(join(context.data, 'modules/mf-jobs/1.0.0/screen.js'), 'tampered');
  expect(await portal('drill')).toBe(1);
  expect(words()).toContain('mf-jobs 1.1.0 could NOT go back: mf-jobs 1.0.0: screen.js was changed');
});

it('needs no ops key, because hosts run it every night', async () => {
  const context = await begin();
  rmSync(join(context.data, 'keys/ops.pem'));
  expect(await portal('drill')).toBe(0);
  expect(words()).toContain('mf-jobs 1.1.0 could go back to 1.0.0');
  expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(1);
});
