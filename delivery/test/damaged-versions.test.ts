import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canary } from '../src/commands/canary';
import { publish } from '../src/commands/publish';
import { rollback } from '../src/commands/rollback';
import { verify } from '../src/commands/verify';
import { type LiveRegistry, watchRegistry } from '../src/host/live-registry';
import { loadKey } from '../src/registry/signatures';
import { readRegistry } from '../src/registry/update-registry';
import { integrityOf } from '../src/store/integrity';
import { deploy, fakeBuild, info, newContext, servedApi } from './fixtures';
import { standIn, startTestHost } from './test-host';

const jobs = (version: string, more = {}) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version, ...more });
const shell = { name: 'shell' };

/** Damages of files that the gate reads. */
const damages: [string, (context: { data: string }, version: string) => void][] = [
  ['calls.json was changed', ({ data }, version) => writeFileSync(join(data, version, 'calls.json'), '{}')],
  ['calls.json is missing', ({ data }, version) => rmSync(join(data, version, 'calls.json'))],
  ['its manifest cannot be read', ({ data }, version) => writeFileSync(join(data, version, 'module.json'), '{"name":')],
];

describe.each(damages)('a version in the store is damaged: %s', (_, damage) => {
  const calling = { calls: 'calls.json', contents: { 'calls.json': '{ }' } };
  const account = (version: string) => ({ name: 'mf-account', version, routes: { '/setting': 'Settings' }, ...calling });
  const damaged = async (version: string) => {
    const context = { ...newContext(), served: servedApi({ jobs: [1, 2] }) };
    await deploy(context, { ...shell, ...calling }, jobs('1.0.0', calling), account('1.0.0'));
    for (const next of ['1.1.0', '1.2.0']) await deploy(context, jobs(next, calling));
    await deploy(context, account('1.1.0'));
    damage({ data: join(context.data, 'modules') }, version);
    return context;
  };

  it.each([
    ['another module that runs', 'mf-account/1.1.0'],
    ['the shell that runs', 'shell/1.0.0'],
  ])('a rollback succeeds with a warning when %s is damaged', async (_which, version) => {
    const context = await damaged(version);
    const { registry, warnings } = await rollback(context, 'mf-jobs', undefined, info);
    expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.1.0', lastGood: { version: '1.0.0' } });
    expect(warnings.join()).toContain(`${version.replace('/', ' ')} is damaged: `);
  });

  it('rolls back the damaged version itself', async () => {
    const context = await damaged('mf-account/1.1.0');
    const { registry, warnings } = await rollback(context, 'mf-account', undefined, info);
    expect([registry.modules['mf-account']?.version, warnings]).toEqual(['1.0.0', []]);
  });

  it('activates a fix of the damaged version, with the previous version as last good', async () => {
    const context = await damaged('mf-account/1.1.0');
    await deploy(context, account('1.1.1'));
    expect((await readRegistry(context)).registry?.modules['mf-account']).toMatchObject({
      version: '1.1.1',
      lastGood: { version: '1.0.0' },
    });
  });

  it('does not choose a damaged earlier version for a rollback', async () => {
    const context = await damaged('mf-jobs/1.0.0');
    const { registry } = await rollback(context, 'mf-jobs', undefined, info);
    expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.1.0', lastGood: null });
  });

  it('rejects the damaged version as a rollback target, even with force', async () => {
    const context = await damaged('mf-jobs/1.1.0');
    await expect(rollback(context, 'mf-jobs', '1.1.0', { ...info, force: true })).rejects.toThrow(/mf-jobs 1\.1\.0/);
    expect((await readRegistry(context)).registry?.modules['mf-jobs']?.version).toBe('1.2.0');
  });
});

const torn: [string, (file: string) => void][] = [
  ['is gone', (file) => rmSync(file)],
  ['cannot be read', (file) => writeFileSync(file, '{"name":')],
  ['is another one', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"abc"', '"abd"'))],
];

describe.each(torn)('the manifest of a version that runs %s', (_, damage) => {
  const account = (version: string) => ({ name: 'mf-account', version, routes: { '/setting': 'Settings' } });
  let context: ReturnType<typeof newContext>;
  let live: LiveRegistry | undefined;
  let errors: string[];
  const fileOf = (version: string) => join(context.data, 'modules', version, 'module.json');
  const words = (version: string) => `${version} is damaged: module.json was changed or is missing`;
  const versionsOf = (manifests = live?.current()?.manifests) =>
    [...(manifests?.values() ?? [])].map(({ name, version }) => `${name} ${version}`);

  async function follow(): Promise<LiveRegistry> {
    errors = [];
    const log = { info: () => undefined, error: (text: string) => errors.push(text) };
    live = await watchRegistry({
      store: context.store,
      opsPublicKey: context.ops.publicKey,
      timestampKey: loadKey(context.data, 'timestamp'),
      log,
      timestampMs: 10,
    });
    return live;
  }
  const until = (holds: (revision: number | undefined) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => holds(live?.current()?.registry.revision) && resolve();
      live?.onRevision(look);
      look();
    });

  beforeEach(async () => {
    context = newContext();
    await deploy(context, shell, jobs('1.0.0'), account('1.0.0'));
    await deploy(context, jobs('1.1.0'), account('1.1.0'));
  });
  afterEach(() => live?.stop());

  it('a rollback of another module reaches the hosts, which serve the manifest from memory', async () => {
    await follow();
    damage(fileOf('mf-account/1.1.0'));
    await rollback(context, 'mf-jobs', undefined, info);
    await until((revision) => revision === 3);
    expect(versionsOf()).toEqual(['shell 1.0.0', 'mf-jobs 1.0.0', 'mf-account 1.1.0']);
    expect(errors).toEqual([expect.stringContaining(`revision 3 is served without its damaged versions: ${words('mf-account 1.1.0')}`)]);
  });

  it('a new host serves the other modules, logs the damage once, and serves the module again when it is restored', async () => {
    const whole = readFileSync(fileOf('mf-account/1.1.0'));
    damage(fileOf('mf-account/1.1.0'));
    const { current } = await follow();
    expect(versionsOf()).toEqual(['shell 1.0.0', 'mf-jobs 1.1.0']);
    expect(current()?.registry.modules['mf-account']?.version).toBe('1.1.0');
    writeFileSync(fileOf('mf-account/1.1.0'), whole);
    await until(() => versionsOf().includes('mf-account 1.1.0'));
    expect([current()?.damaged, errors]).toEqual([[], [expect.stringContaining(words('mf-account 1.1.0'))]]);
  });

  it('pages contain its registry entry without its files, so the shell requests them and is refused', async () => {
    damage(fileOf('mf-account/1.1.0'));
    const api = await standIn((_asked, reply) => void reply.writeHead(503).end());
    const host = await startTestHost(api.port, undefined, { context });
    try {
      const at = (path: string) => fetch(`http://127.0.0.1:${host.port}${path}`);
      const [other, own] = await Promise.all([at('/search-job'), at('/setting')]);
      expect([other.status, own.status]).toEqual([200, 200]);
      expect(await other.text()).toContain('/modules/mf-jobs/1.1.0/remoteEntry.js');
      const html = await own.text();
      expect(html).toContain('<title>Settings');
      expect(html).toContain('/modules/shell/1.0.0/shell.js');
      expect(html).not.toContain('/modules/mf-account/');
      const { modules } = JSON.parse(((await (await at('/registry.json')).json()) as { document: string }).document);
      const given = await at('/modules/mf-account/1.1.0/module.json');
      const isListed = given.ok && integrityOf(new Uint8Array(await given.arrayBuffer())) === modules['mf-account'].integrity;
      expect([modules['mf-account'].routes['/setting'].title, modules['mf-account'].lastGood.version, isListed]).toEqual([
        'Settings',
        '1.0.0',
        false,
      ]);
    } finally {
      await host.close();
      api.stop();
    }
  });

  it('a damaged canary does not delay other modules or the active version', async () => {
    await publish(context, fakeBuild(jobs('1.2.0')), {});
    await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 50, info);
    damage(fileOf('mf-jobs/1.2.0'));
    const { current } = await follow();
    expect([current()?.registry.revision, versionsOf(), versionsOf(current()?.canaries)]).toEqual([
      3,
      ['shell 1.0.0', 'mf-jobs 1.1.0', 'mf-account 1.1.0'],
      [],
    ]);
    expect(errors).toEqual([expect.stringContaining(words('mf-jobs 1.2.0'))]);
  });

  it('serves the last good shell in place of a damaged one, and nothing without it', async () => {
    damage(fileOf('shell/1.0.0'));
    await follow();
    expect([live?.current(), errors]).toEqual([null, [expect.stringContaining(`nothing is served: ${words('shell 1.0.0')}`)]]);
    live?.stop();
    await deploy(context, { name: 'shell', version: '1.1.0' });
    await deploy(context, { name: 'shell', version: '1.2.0' });
    damage(fileOf('shell/1.2.0'));
    await follow();
    expect(versionsOf()).toContain('shell 1.1.0');
    expect(live?.current()?.registry.shell.version).toBe('1.2.0');
  });

  it('verify reports it together with all other problems', async () => {
    damage(fileOf('mf-account/1.1.0'));
    rmSync(join(context.data, 'modules/mf-jobs/1.1.0/screen.js'));
    const problems = await verify(context).then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(problems).toContain('mf-account 1.1.0');
    expect(problems).toContain('mf-jobs 1.1.0: screen.js is missing');
  });
});
