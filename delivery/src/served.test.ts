import { type Desk, readRegistry } from './desk';
import { deploy, fakeBuild, newDesk, order, serving } from './fixtures';
import { Unasked } from './gate';
import { activate, rollback } from './operate';
import { publish } from './publish';

const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' } });
const shell = { name: 'shell' };

describe('the shell', () => {
  it('is compared with the API like each module, also before its rollback', async () => {
    const desk = { ...newDesk(), served: serving({ auth: [1, 2] }) };
    await deploy(desk, { name: 'shell', contracts: { auth: 1 } }, jobs('1.0.0'));
    await deploy(desk, { name: 'shell', version: '1.1.0', contracts: { auth: 2 } });
    const before = await desk.store.registry();
    await expect(deploy(desk, { name: 'shell', version: '1.2.0', contracts: { auth: 3 } })).rejects.toThrow(
      'shell 1.2.0 calls contract auth 3, the API serves 1, 2: activate it when the API serves that, or build it against what the API serves; --force overrules it',
    );
    await expect(rollback({ ...desk, served: serving({ auth: 2 }) }, 'shell', undefined, order)).rejects.toThrow(
      'shell 1.0.0 calls contract auth 1, the API serves 2: activate it when the API serves that, or build it against what the API serves; --force overrules it; no earlier version fits',
    );
    expect(await desk.store.registry()).toBe(before);
  });
});

describe('a module whose contract the API no longer serves', () => {
  const served = { jobs: 1, guards: 1 };
  const account = (version: string, guards: number) => ({ name: 'mf-account', version, contracts: { guards } });

  async function leftBehind() {
    const known = { ...newDesk(), served: serving(served) };
    await deploy(known, shell, { ...jobs('1.0.0'), contracts: { jobs: 1 } }, account('1.0.0', 1));
    await deploy(known, { ...jobs('1.1.0'), contracts: { jobs: 1 } });
    return { ...known, served: serving({ ...served, guards: 2 }) };
  }

  it('does not prevent the rollback of another module, which shows a warning', async () => {
    const desk = await leftBehind();
    const { warnings } = await rollback(desk, 'mf-jobs', undefined, order);
    expect(warnings).toEqual([
      expect.stringMatching(/^does not fit, as before: mf-account 1\.0\.0 calls contract guards 1, the API serves 2: /),
    ]);
    expect((await desk.store.history()).at(-1)).not.toHaveProperty('forced');
  });

  it.each([
    ['is activated again', account('1.1.0', 1), 'mf-account 1.1.0 calls contract guards 1'],
    ['gets another shell', { name: 'shell', version: '1.1.0', shared: { react: '18.0.0' } }, 'mf-account 1.0.0 needs react'],
  ])('is rejected when it %s', async (_, build, words) => {
    await expect(deploy(await leftBehind(), build)).rejects.toThrow(words);
  });
});

describe('an API without a reply', () => {
  const unasked = new Unasked('set API_URL to the address of the guard API');

  it.each([
    ['activate', (desk: Desk, force: boolean) => activate(desk, [{ name: 'mf-jobs', version: '1.2.0' }], { ...order, force })],
    ['rollback', (desk: Desk, force: boolean) => rollback(desk, 'mf-jobs', undefined, { ...order, force })],
  ])('makes %s fail, except with --force, which is reported', async (_, act) => {
    const known = newDesk();
    await deploy(known, shell, jobs('1.0.0'));
    await deploy(known, jobs('1.1.0'));
    await publish(known.store, fakeBuild(jobs('1.2.0')), {});
    const desk = { ...known, served: unasked };
    await expect(act(desk, false)).rejects.toThrow(/were not compared with the API: set API_URL .*; --force overrules it/);
    expect((await readRegistry(desk)).registry?.revision).toBe(2);
    expect((await act(desk, true))?.warnings[0]).toMatch(/^--force was used: the calls of the modules were not compared/);
    expect((await desk.store.history()).at(-1)).toMatchObject({ forced: true });
  });
});
