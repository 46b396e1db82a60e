import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from '@portal/mf-kit/ranges';
import { deploy, fakeBuild, info, newContext, servedApi } from '../../test/fixtures';
import { findRoute } from '../registry/route-owners';
import { readRegistry } from '../registry/update-registry';
import { activate } from './activate';
import { publish } from './publish';
import { rollback } from './rollback';

const jobs = (version: string, more = {}) => ({
  name: 'mf-jobs',
  version,
  routes: { '/search-job': 'Search', '/jobDetail/:id': 'Job' },
  script: version,
  ...more,
});
const shell = { name: 'shell' };

describe('activate', () => {
  it('puts several modules live in one revision and leaves the rest alone', async () => {
    const context = newContext();
    await deploy(context, shell, jobs('1.0.0'));
    const outcome = await deploy(context, jobs('1.1.0'), { name: 'mf-account', routes: { '/setting': 'Settings' } });
    expect(outcome?.registry).toMatchObject({
      revision: 2,
      shell: { version: '1.0.0' },
      modules: {
        'mf-jobs': { version: '1.1.0', lastGood: { version: '1.0.0', container: 'mf_jobs_1_0_0' }, by: 'ana', why: 'a test' },
        'mf-account': { version: '1.0.0' },
      },
    });
    expect(await context.store.history()).toHaveLength(2);
    expect(await activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], info)).toBeNull();
  });

  it('moves a path from one module to another in one step, and names both owners otherwise', async () => {
    const context = newContext();
    await deploy(context, shell, { name: 'mf-account', routes: { '/chat': 'Chat', '/setting': 'Settings' } });
    const taker = { name: 'mf-communication', routes: { '/chat': 'Chat' } };
    await expect(deploy(context, taker)).rejects.toThrow('/chat belongs to mf-account (/chat) and mf-communication claims it too');
    const giver = { name: 'mf-account', version: '1.1.0', routes: { '/setting': 'Settings' } };
    await publish(context, fakeBuild(giver), {});
    const outcome = await activate(
      context,
      [
        { name: 'mf-account', version: '1.1.0' },
        { name: 'mf-communication', version: '1.0.0' },
      ],
      info,
    );
    expect(Object.keys(outcome?.registry.modules ?? {})).toEqual(['mf-account', 'mf-communication']);
  });

  it.each([
    ['another version of a library', { shared: { react: '^20.0.0' } }, 'mf-jobs 1.1.0 needs react ^20.0.0, shell 1.0.0 gives 19.3.1'],
    ['a library that the shell lacks', { shared: { left: '^1.0.0' } }, 'mf-jobs 1.1.0 needs left ^1.0.0, shell 1.0.0 gives none'],
    ['another portal context', { portal: 2 }, 'mf-jobs 1.1.0 needs portal context 2, shell 1.0.0 gives 1'],
    ['a contract that the API does not serve', { contracts: { chat: 1 } }, 'calls contract chat, which the API does not serve'],
    ['another major of a contract', { contracts: { jobs: 3 } }, 'calls contract jobs 3, the API serves 1, 2'],
    [
      'a missing lifecycle',
      { exposes: { './remote': ['bootstrap', 'mount'] } },
      'mf-jobs 1.1.0 exposes no unmount as ./remote: export what',
    ],
    ['nothing exposed', { exposes: {} }, 'mf-jobs 1.1.0 exposes no bootstrap, mount, unmount as ./remote'],
    [
      'a call that is not served',
      { calls: 'calls.json', contents: { 'calls.json': '{"jobs.next":{}}' } },
      'mf-jobs 1.1.0 calls jobs.next, which the API does not serve: activate it when',
    ],
    ['what belongs to mf-public', { routes: { '*': 'All' } }, 'mf-jobs claims *, which only mf-public may own'],
  ])('rejects %s, except with force', async (_, change, words) => {
    const context = { ...newContext(), served: servedApi({ jobs: [1, 2] }) };
    await deploy(context, shell, jobs('1.0.0', { contracts: { jobs: 2 } }));
    await expect(deploy(context, jobs('1.1.0', change))).rejects.toThrow(words);
    expect((await readRegistry(context)).registry?.revision).toBe(1);
    const forced = await activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], { ...info, force: true });
    expect(forced?.warnings.join()).toContain(words);
    expect((await context.store.history()).at(-1)).toMatchObject({ forced: true });
  });

  it('never activates a version whose files differ from the published ones, not even with force', async () => {
    const context = newContext();
    await deploy(context, shell, jobs('1.0.0'));
    await publish(context, fakeBuild(jobs('1.1.0')), {});
    writeFileSync(join(context.data, 'modules/mf-jobs/1.1.0/screen.js'), 'tampered');
    rmSync(join(context.data, 'modules/mf-jobs/1.1.0/main.css'));
    const insist = activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], { ...info, force: true });
    await expect(insist).rejects.toThrow('mf-jobs 1.1.0: main.css is missing; mf-jobs 1.1.0: screen.js was changed');
    await expect(activate(context, [{ name: 'mf-jobs', version: '9.9.9' }], info)).rejects.toThrow(
      'mf-jobs 9.9.9 is not published; there are 1.0.0, 1.1.0',
    );
  });

  it('accepts one of two concurrent activations and rejects the other', async () => {
    const context = newContext();
    await deploy(context, shell, jobs('1.0.0'));
    for (const version of ['1.1.0', '1.2.0']) await publish(context, fakeBuild(jobs(version)), {});
    const both = await Promise.allSettled(['1.1.0', '1.2.0'].map((version) => activate(context, [{ name: 'mf-jobs', version }], info)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((result) => result.status === 'rejected');
    expect(String(lost?.reason)).toContain('someone else has changed mf-jobs');
    expect((await readRegistry(context)).registry?.revision).toBe(2);
  });
});

describe('rollback', () => {
  const three = async () => {
    const context = newContext();
    await deploy(context, shell, jobs('1.0.0'), { name: 'mf-account', routes: { '/setting': 'Settings' } });
    await deploy(context, jobs('1.1.0'));
    await deploy(context, jobs('1.2.0'));
    return context;
  };

  it('activates the last good version and quarantines the bad one', async () => {
    const context = await three();
    const first = await rollback(context, 'mf-jobs', undefined, { by: 'ana', why: 'blank list' });
    expect(first.registry.modules['mf-jobs']).toMatchObject({
      version: '1.1.0',
      quarantined: { '1.2.0': 'blank list' },
      lastGood: { version: '1.0.0' },
    });
    expect(first.registry.modules['mf-account']?.version).toBe('1.0.0');
    const second = await rollback(context, 'mf-jobs', undefined, { by: 'ana', why: 'slow' });
    expect(second.registry.modules['mf-jobs']).toMatchObject({ version: '1.0.0', lastGood: null });
    await expect(rollback(context, 'mf-jobs', undefined, info)).rejects.toThrow('no earlier good version');
    await expect(activate(context, [{ name: 'mf-jobs', version: '1.2.0' }], info)).rejects.toThrow('is quarantined (blank list)');
    const insisted = await activate(context, [{ name: 'mf-jobs', version: '1.2.0' }], { ...info, force: true });
    expect(insisted?.registry.modules['mf-jobs']?.quarantined).toEqual({ '1.1.0': 'slow' });
  });

  it('accepts any named earlier version', async () => {
    const context = await three();
    const { registry, changes } = await rollback(context, 'mf-jobs', '1.0.0', info);
    expect(registry.modules['mf-jobs']?.version).toBe('1.0.0');
    expect(changes).toEqual([{ name: 'mf-jobs', from: '1.2.0', to: '1.0.0', how: 'rollback' }]);
  });

  it('activates no quarantined version, except with force', async () => {
    const context = await three();
    await rollback(context, 'mf-jobs', undefined, { by: 'ana', why: 'blank list' });
    const before = await context.store.registry();
    await expect(rollback(context, 'mf-jobs', '1.2.0', info)).rejects.toThrow(
      'mf-jobs 1.2.0 is quarantined (blank list): choose another version; --force overrules it; the nearest version that fits is 1.0.0 (--to 1.0.0)',
    );
    expect(await context.store.registry()).toBe(before);
    const insisted = await rollback(context, 'mf-jobs', '1.2.0', { ...info, force: true });
    expect(insisted.registry.modules['mf-jobs']).toMatchObject({ version: '1.2.0', quarantined: { '1.1.0': 'a test' } });
    expect((await context.store.history()).at(-1)).toMatchObject({ forced: true });
  });

  it.each(['1.2.0', undefined])('names a version that fits when the gate rejects %s', async (to) => {
    const context = { ...newContext(), served: servedApi({ jobs: [1, 2] }) };
    await deploy(context, shell, jobs('1.0.0', { contracts: { jobs: 2 } }));
    await deploy(context, jobs('1.1.0', { contracts: { jobs: 2 } }));
    await deploy(context, jobs('1.2.0', { contracts: { jobs: 1 } }));
    await deploy(context, jobs('1.3.0', { contracts: { jobs: 2 } }));
    // The API changed after the activation of 1.3.0.
    await expect(rollback({ ...context, served: servedApi({ jobs: 2 }) }, 'mf-jobs', to, info)).rejects.toThrow(
      'mf-jobs 1.2.0 calls contract jobs 1, the API serves 2: activate it when the API serves that, or build it against what the API serves; --force overrules it; the nearest version that fits is 1.1.0 (--to 1.1.0), before it 1.0.0',
    );
    await expect(rollback({ ...context, served: servedApi({ jobs: 7 }) }, 'mf-jobs', to, info)).rejects.toThrow(
      '; no earlier version fits',
    );
  });

  it('passes the gate too, and names the nearest version that fits', async () => {
    const context = newContext();
    await deploy(context, shell, jobs('1.0.0', { shared: { react: '^18.0.0' } })).catch(() => undefined);
    await activate(
      context,
      [
        { name: 'shell', version: '1.0.0' },
        { name: 'mf-jobs', version: '1.0.0' },
      ],
      { ...info, force: true },
    );
    await deploy(context, jobs('1.1.0'));
    await deploy(context, jobs('1.2.0'));
    await expect(rollback(context, 'mf-jobs', '1.0.0', info)).rejects.toThrow(
      /needs react \^18.*; --force overrules it; the nearest version that fits is 1\.1\.0 \(--to 1\.1\.0\)$/,
    );
  });
});

it.each([
  ['19.3.1', '^19.3.1', true],
  ['19.4.0', '^19.3.1', true],
  ['19.3.0', '^19.3.1', false],
  ['20.0.0', '^19.3.1', false],
  ['0.2.1', '^0.2.0', true],
  ['0.3.0', '^0.2.0', false],
  ['1.2.3', '1.2.3', true],
  ['1.2.4', '1.2.3', false],
  ['x', '^1.0.0', false],
])('%s satisfies %s: %s', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

it.each([
  ['/guard/documents', '/guard/documents', true],
  ['/guard/documents/7', '/guard/documents/:id', true],
  ['/guard/documents/', '/guard/documents', true],
  ['/guard/other', '/guard/:tab', true],
  ['/guard/documents/7/8', '*', false],
  ['/', '/', true],
])('%s matches %s', (path, pattern, found) => {
  const declared = { access: 'public', chrome: 'public', title: '' } as const;
  const routes = Object.fromEntries(['/', '/guard/:tab', '/guard/documents', '/guard/documents/:id', '*'].map((each) => [each, declared]));
  const module = { routes } as Parameters<typeof findRoute>[0][string];
  expect(findRoute({ 'mf-public': module }, path)).toMatchObject({ pattern, found });
});
