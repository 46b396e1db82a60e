import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegistry } from './desk';
import { deploy, newDesk, order, serving } from './fixtures';
import { rollback } from './operate';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const shell = { name: 'shell' };

/** What the gate reads of a version is no longer what was published. */
const damages: [string, (desk: { data: string }, version: string) => void][] = [
  ['what it calls was changed', ({ data }, version) => writeFileSync(join(data, version, 'calls.json'), '{}')],
  ['what it calls is gone', ({ data }, version) => rmSync(join(data, version, 'calls.json'))],
  ['its manifest cannot be read', ({ data }, version) => writeFileSync(join(data, version, 'module.json'), '{"name":')],
];

describe.each(damages)('a version in the store is damaged: %s', (_, damage) => {
  const calling = { calls: 'calls.json', contents: { 'calls.json': '{ }' } };
  const account = (version: string) => ({ name: 'mf-account', version, routes: { '/setting': 'Settings' }, ...calling });
  const damaged = async (version: string) => {
    const desk = { ...newDesk(), served: serving({ jobs: [1, 2] }) };
    await deploy(desk, { ...shell, ...calling }, jobs('1.0.0', calling), account('1.0.0'));
    for (const next of ['1.1.0', '1.2.0']) await deploy(desk, jobs(next, calling));
    await deploy(desk, account('1.1.0'));
    damage({ data: join(desk.data, 'modules') }, version);
    return desk;
  };

  it.each([
    ['another module that runs', 'mf-account/1.1.0'],
    ['the shell that runs', 'shell/1.0.0'],
  ])('%s: a rollback happens all the same, and says it', async (_which, version) => {
    const desk = await damaged(version);
    const { registry, warnings } = await rollback(desk, 'mf-jobs', undefined, order);
    expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.1.0', lastGood: { version: '1.0.0' } });
    expect(warnings.join()).toContain(`${version.replace('/', ' ')} is damaged: `);
  });

  it('the very version that is taken back: it goes', async () => {
    const desk = await damaged('mf-account/1.1.0');
    const { registry, warnings } = await rollback(desk, 'mf-account', undefined, order);
    expect([registry.modules['mf-account']?.version, warnings]).toEqual(['1.0.0', []]);
  });

  it('the version that a mend comes after: the mend comes, and goes back to the one before', async () => {
    const desk = await damaged('mf-account/1.1.0');
    await deploy(desk, account('1.1.1'));
    expect((await readRegistry(desk)).registry?.modules['mf-account']).toMatchObject({ version: '1.1.1', lastGood: { version: '1.0.0' } });
  });

  it('an earlier one: nobody is sent back to it', async () => {
    const desk = await damaged('mf-jobs/1.0.0');
    const { registry } = await rollback(desk, 'mf-jobs', undefined, order);
    expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.1.0', lastGood: null });
  });

  it('the one that would begin: it does not, whoever insists', async () => {
    const desk = await damaged('mf-jobs/1.1.0');
    await expect(rollback(desk, 'mf-jobs', '1.1.0', { ...order, force: true })).rejects.toThrow(/mf-jobs 1\.1\.0/);
    expect((await readRegistry(desk)).registry?.modules['mf-jobs']?.version).toBe('1.2.0');
  });
});
