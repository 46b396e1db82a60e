import { activate } from '../src/commands/activate';
import { publish } from '../src/commands/publish';
import { rollback } from '../src/commands/rollback';
import { ApiUnknown } from '../src/gate/gate';
import { type CommandContext, readRegistry } from '../src/registry/update-registry';
import { deploy, fakeBuild, info, newContext, servedApi } from './fixtures';

const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' } });
const shell = { name: 'shell' };

describe('the shell', () => {
  it('is compared with the API like each module, also before its rollback', async () => {
    const context = { ...newContext(), served: servedApi({ auth: [1, 2] }) };
    await deploy(context, { name: 'shell', contracts: { auth: 1 } }, jobs('1.0.0'));
    await deploy(context, { name: 'shell', version: '1.1.0', contracts: { auth: 2 } });
    const before = await context.store.registry();
    await expect(deploy(context, { name: 'shell', version: '1.2.0', contracts: { auth: 3 } })).rejects.toThrow(
      'shell 1.2.0 calls contract auth 3, the API serves 1, 2: activate it when the API serves that, or build it against what the API serves; --force overrules it',
    );
    await expect(rollback({ ...context, served: servedApi({ auth: 2 }) }, 'shell', undefined, info)).rejects.toThrow(
      'shell 1.0.0 calls contract auth 1, the API serves 2: activate it when the API serves that, or build it against what the API serves; --force overrules it; no earlier version fits',
    );
    expect(await context.store.registry()).toBe(before);
  });
});

describe('a module whose contract the API no longer serves', () => {
  const served = { jobs: 1, guards: 1 };
  const account = (version: string, guards: number) => ({ name: 'mf-account', version, contracts: { guards } });

  async function leftBehind() {
    const known = { ...newContext(), served: servedApi(served) };
    await deploy(known, shell, { ...jobs('1.0.0'), contracts: { jobs: 1 } }, account('1.0.0', 1));
    await deploy(known, { ...jobs('1.1.0'), contracts: { jobs: 1 } });
    return { ...known, served: servedApi({ ...served, guards: 2 }) };
  }

  it('does not prevent the rollback of another module, which shows a warning', async () => {
    const context = await leftBehind();
    const { warnings } = await rollback(context, 'mf-jobs', undefined, info);
    expect(warnings).toEqual([
      expect.stringMatching(/^does not fit, as before: mf-account 1\.0\.0 calls contract guards 1, the API serves 2: /),
    ]);
    expect((await context.store.history()).at(-1)).not.toHaveProperty('forced');
  });

  it.each([
    ['is activated again', account('1.1.0', 1), 'mf-account 1.1.0 calls contract guards 1'],
    ['gets another shell', { name: 'shell', version: '1.1.0', shared: { react: '18.0.0' } }, 'mf-account 1.0.0 needs react'],
  ])('is rejected when it %s', async (_, build, words) => {
    await expect(deploy(await leftBehind(), build)).rejects.toThrow(words);
  });
});

describe('an API without a reply', () => {
  const unasked = new ApiUnknown('set API_URL to the address of the guard API');

  it.each([
    [
      'activate',
      (context: CommandContext, force: boolean) => activate(context, [{ name: 'mf-jobs', version: '1.2.0' }], { ...info, force }),
    ],
    ['rollback', (context: CommandContext, force: boolean) => rollback(context, 'mf-jobs', undefined, { ...info, force })],
  ])('makes %s fail, except with --force, which is reported', async (_, act) => {
    const known = newContext();
    await deploy(known, shell, jobs('1.0.0'));
    await deploy(known, jobs('1.1.0'));
    await publish(known, fakeBuild(jobs('1.2.0')), {});
    const context = { ...known, served: unasked };
    await expect(act(context, false)).rejects.toThrow(/were not compared with the API: set API_URL .*; --force overrules it/);
    expect((await readRegistry(context)).registry?.revision).toBe(2);
    expect((await act(context, true))?.warnings[0]).toMatch(/^--force was used: the calls of the modules were not compared/);
    expect((await context.store.history()).at(-1)).toMatchObject({ forced: true });
  });
});
