import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remotesIn } from '../../../shared/webpack/src/remotes.mjs';
import { readModule } from '../../../shared/webpack/src/workspace';
import { commandLine } from '../../test/command-line';
import { fakeBuild, noiseText } from '../../test/fixtures';
import { readHostRecord, removeHostRecord, writeHostRecord } from '../registry/host-record';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });

describe('verify', () => {
  it('reports success only if everything was checked', async () => {
    await begin();
    expect(await portal('verify')).toBe(0);
    expect(said()).toContain('revision 3: signature, 2 modules, every file, provenance and the gate hold');
  });

  it.each([
    ['mf-jobs/1.1.0/screen.js.br', 'mf-jobs 1.1.0: screen.js.br was changed'],
    ['mf-jobs/1.1.0/module.json.gz', 'mf-jobs 1.1.0: module.json.gz was changed'],
    ['mf-jobs/1.0.0/screen.js', 'mf-jobs 1.0.0: screen.js was changed'],
    ['shell/1.0.0/shell.js.gz', 'shell 1.0.0: shell.js.gz was changed'],
  ])('checks each file that a page may get: %s, of active and last good versions', async (file, words) => {
    const { data } = await begin();
    writeFileSync(join(data, 'modules', file), 'tampered');
    expect(await portal('verify')).toBe(1);
    expect(said()).toBe(`portal: ${words}\n`);
  });

  it('checks deltas; a damaged delta does not prevent an activation, because it is not sent', async () => {
    const { data } = await begin();
    for (const version of ['1.2.0', '1.3.0']) {
      const build = fakeBuild({ name: 'mf-jobs', version, contracts: { jobs: 2 }, contents: { 'a.js': noiseText(1) + version } });
      expect(await portal('publish', 'mf-jobs', '--dir', build, '--activate', '--why', 'the list')).toBe(0);
    }
    const folder = join(data, 'modules/mf-jobs/1.3.0');
    const [delta = ''] = readdirSync(folder).filter((file) => file.endsWith('.dcz'));
    writeFileSync(join(folder, delta), 'tampered');
    expect(await portal('verify')).toBe(1);
    expect(said()).toBe(`portal: mf-jobs 1.3.0: ${delta} was changed\n`);
    expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(0);
    expect(await portal('activate', 'mf-jobs', '1.3.0')).toBe(0);
  });

  it('compares with the API that the portal host recorded, if API_URL is not set', async () => {
    const { data } = await begin();
    const [apiUrl = '', url] = [process.env.API_URL, 'http://localhost:8090'];
    delete process.env.API_URL;
    writeHostRecord(data, { pid: process.pid, port: 8090, url, apiUrl });
    expect(await portal('verify')).toBe(0);
    expect(await portal('stage', 'mf-jobs@1.0.0')).toBe(0);
    expect(said()).toContain(`${url}/?revision=`);
    removeHostRecord(data);
    expect(await portal('verify')).toBe(1);
  });

  it('keeps the record of another portal host that started later', async () => {
    const { data } = await begin();
    const other = { pid: process.pid + 1, port: 8090, url: 'http://localhost:8090', apiUrl: 'http://127.0.0.1:8081' };
    writeHostRecord(data, other);
    removeHostRecord(data);
    expect(readHostRecord(data)).toEqual(other);
  });

  it.each([
    ['no API is named', () => delete process.env.API_URL, 'no portal host runs on this store here: start it, or set API_URL to'],
    [
      'the API is away',
      () => Object.assign(process.env, { API_URL: 'http://127.0.0.1:1' }),
      'the API at http://127.0.0.1:1 does not say (',
    ],
  ])('reports no success when %s', async (_, lose, words) => {
    await begin();
    lose();
    expect(await portal('verify')).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toContain(`the calls of the modules were not compared with the API: ${words}`);
    expect(said()).not.toContain('hold');
  });
});

describe('accept-revision', () => {
  it('activates the set of an older revision under a newer number, and needs a reason', async () => {
    const { data } = await begin();
    rmSync(join(data, 'revisions/3'), { recursive: true });
    expect(await portal('accept-revision', '2')).toBe(1);
    expect(said()).toContain('say why: --reason');
    expect(await portal('accept-revision', 'two', '--reason', 'a restored backup')).toBe(1);
    expect(said()).toContain('accept which revision?');
    expect(await portal('accept-revision', '2', '--above', '3', '--reason', 'a restored backup')).toBe(0);
    expect(said()).toContain('revision 4 is live, with the set of revision 2');
    expect(await portal('history')).toBe(0);
    expect(said()).toContain('a restored backup');
  });
});

describe('publish --activate --first', () => {
  const first = (version: string) =>
    portal('publish', 'shell', '--dir', fakeBuild({ name: 'shell', version }), '--activate', '--first', '--why', 'compose up');

  it('publishes and activates in a store without an active set', async () => {
    expect(await first('1.0.0')).toBe(0);
    expect(said()).toContain('revision 1 is live');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['', async () => undefined],
    [', without a token of the store', () => portal('create-token', '--ops', '--name', 'Ana', '--expires', '2099-06-30')],
    [', without an API', async () => Object.assign(process.env, { API_URL: 'http://127.0.0.1:1' })],
  ])('leaves the active set unchanged, with a message%s', async (_, meanwhile) => {
    const { store } = await begin();
    await meanwhile();
    const before = await store.registry();
    expect(await first('2.0.0')).toBe(0);
    expect(said()).toMatch(/^revision \d exists already: the active set is unchanged, nothing was published\n$/);
    expect(await store.registry()).toBe(before);
    expect(await store.versions('shell')).toEqual(['1.0.0']);
  });

  it('requires --activate', async () => {
    expect(await portal('publish', 'shell', '--dir', fakeBuild({ name: 'shell' }), '--first')).toBe(1);
    expect(said()).toContain('--first needs --activate');
  });
});

describe('the output of commands', () => {
  const long = 'the guards of the night shift saw an empty list after they had applied for a job of their own, twice';
  const lines = () => said().trimEnd().split('\n');

  it.each([['status'], ['history'], ['history', 'mf-jobs'], ['verify'], ['prune', '--dry-run'], ['--help']])(
    'fits 80 columns without colour: portal %s %s',
    async (...args) => {
      await begin();
      expect(await portal('canary', 'mf-jobs', '1.0.0', '--percent', '5', '--why', long)).toBe(0);
      expect(await portal('canary', 'mf-jobs', '--stop', '--reason', long)).toBe(0);
      expect(await portal(...args)).toBe(0);
      expect(lines().filter((line) => line.length > 80)).toEqual([]);
      expect(said()).not.toContain('\u001b');
    },
  );

  it('shows both versions of a canary', async () => {
    await begin();
    await portal('canary', 'mf-jobs', '1.0.0', '--percent', '5', '--why', 'a try', '--by', 'ana');
    expect(lines().slice(0, 2)).toEqual(['canary mf-jobs (new) -> 1.0.0 for 5 % of devices', 'revision 4 is live']);
    await portal('status');
    expect(lines()).toContain('mf-jobs 1.1.0');
    expect(lines()).toContain('  canary 1.0.0 for 5 % of devices');
    await portal('status', '--json');
    expect(JSON.parse(said()).modules['mf-jobs']).toMatchObject({ version: '1.1.0', canary: { version: '1.0.0', percent: 5, by: 'ana' } });
  });

  it.each([
    [['status'], { revision: 3 }],
    [['history'], [{ revision: null }, { revision: 1 }, { revision: null }, { revision: 2 }, { revision: null }, { revision: 3 }]],
    [['verify'], { revision: 3, modules: 2 }],
    [['prune', '--dry-run'], { removed: [], kept: 3, dryRun: true }],
    [
      ['rollback', 'mf-jobs', '--reason', 'slow'],
      { revision: 4, changes: [{ name: 'mf-jobs', from: '1.1.0', to: '1.0.0', how: 'rollback' }] },
    ],
    [['activate', 'mf-jobs', '1.1.0'], { revision: null, changes: [] }],
  ])('is JSON for programs: %s', async (args, data) => {
    await begin();
    expect(await portal(...args, '--json')).toBe(0);
    expect(JSON.parse(said())).toMatchObject(data);
  });

  it('is an error in JSON for programs, too', async () => {
    await begin();
    expect(await portal('activate', 'mf-jobs', '9.9.9', '--json')).toBe(1);
    expect(JSON.parse(said())).toEqual({ error: 'mf-jobs 9.9.9 is not published; there are 1.0.0, 1.1.0' });
  });

  it.each([
    ...['publish', 'activate', 'rollback', 'canary', 'stage', 'status', 'history', 'verify', 'prune'],
    ...['create-token', 'revoke-token', 'tokens', 'rotate-key', 'ops-code', 'doctor'],
  ])('shows help for %s without requests', async (name) => {
    expect(await portal(name, '--help')).toBe(0);
    expect(said()).toContain(`portal ${name}`);
  });

  it.each([
    [['nothing'], "unknown command 'nothing'"],
    [['toString'], "unknown command 'toString'"],
    [['status', '--nope'], "unknown option '--nope'"],
    [['rollback', 'mf-jobs'], 'say why: --reason'],
    [['rollback', 'mf-jobs', '--reason', '--force'], 'The value is missing'],
    [['prune', '--keep', '0'], '--keep is a whole number, 1 or more'],
    [['canary', 'mf-jobs'], 'say which version and for how many'],
    [['canary', 'mf-jobs', '1.0.0', '--percent', 'x'], '--percent is above 0 and below 100'],
    [['canary', 'mf-jobs', '--stop', '--reason', 'bad'], 'mf-jobs has no canary to stop'],
    [['canary', 'mf-jobs', '--promote'], 'mf-jobs has no canary to promote'],
    [['canary', 'shell', '1.0.0', '--percent', '5'], 'the shell has no canary'],
    [['canary', 'mf-jobs', '1.1.0', '--percent', '5'], 'mf-jobs 1.1.0 is active already'],
  ])('is one line for %s', async (args, words) => {
    await begin();
    expect(await portal(...args)).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toContain(words);
  });
});

const repository = join(__dirname, '../../..');

it.each(['shell', ...remotesIn(repository)])('%s has a budget', (name) => {
  expect(readModule(name, repository).budget).toBeGreaterThan(0);
});

it('rejects a build without a budget', async () => {
  const build = fakeBuild({ name: 'mf-jobs', budget: undefined });
  expect(await portal('publish', 'mf-jobs', '--dir', build)).toBe(1);
  expect(said().replace(/\s+/g, ' ')).toBe(
    'portal: mf-jobs 1.0.0 has no budget: give it one, portal.budget in its package.json, and build again ',
  );
});
