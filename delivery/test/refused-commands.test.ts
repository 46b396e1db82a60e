import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrityOf } from '../src/store/integrity';
import { commandLine } from './command-line';
import { fakeBuild } from './fixtures';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });

describe('a mistaken command', () => {
  it.each([
    [['rollback', 'mf-jobs', '1.0.0', '--reason', 'slow'], "too many arguments for 'rollback'. Expected 1 argument but got 2."],
    [['rollback', 'mf-jobs', '--percent', '5', '--reason', 'slow'], "unknown option '--percent'"],
    [['status', 'mf-jobs'], "too many arguments for 'status'. Expected 0 arguments but got 1."],
    [['verify', '--force'], "unknown option '--force'"],
    [['history', 'mf-jbos'], 'there is no module mf-jbos; there are mf-jobs, shell'],
    [['canary', 'mf-jobs', '1.0.0', '--promote'], 'the canary of mf-jobs is 1.2.0, not 1.0.0; nothing was done'],
    [['canary', 'mf-jobs', '1.0.0', '--stop', '--reason', 'slow'], 'the canary of mf-jobs is 1.2.0, not 1.0.0; nothing was done'],
    [['canary', 'mf-jobs', '1.2.0', '--percent', '20', '--promote'], "option '--percent <n>' cannot be used with option '--promote'"],
  ])('is rejected in one line, and changes nothing: %s', async (args, words) => {
    const { store } = await begin();
    const build = fakeBuild({ name: 'mf-jobs', version: '1.2.0', routes: { '/search-job': 'Search' } });
    expect(await portal('publish', 'mf-jobs', '--dir', build)).toBe(0);
    expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5')).toBe(0);
    const before = await store.registry();
    expect(await portal(...args)).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toContain(words);
    expect(
      said()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
    expect(await store.registry()).toBe(before);
  });

  it('is accepted if it names the running canary', async () => {
    const { store } = await begin();
    expect(await portal('canary', 'mf-jobs', '1.0.0', '--percent', '5')).toBe(0);
    expect(await portal('canary', 'mf-jobs', '1.0.0', '--stop', '--reason', 'slow')).toBe(0);
    expect((await store.history()).at(-1)).toMatchObject({ changes: [{ how: 'stop', from: '1.0.0' }] });
  });
});

describe('an unreadable newest revision', () => {
  const spoiled = {
    'is torn': () => '{"docum',
    'was changed': (text: string) => text.replace('the list', 'the rest'),
    'is a candidate': (_text: string, candidate: string) => candidate,
    'is gone': () => null,
  };

  it.each(Object.entries(spoiled))('can be repaired with the commands of the message: it %s', async (_, spoil) => {
    const { store, data } = await begin();
    expect(await portal('stage', 'mf-jobs@1.0.0')).toBe(0);
    const [id = ''] = readdirSync(join(data, 'candidates'));
    const file = join(data, 'revisions/3/registry.json');
    const text = spoil(readFileSync(file, 'utf8'), (await store.candidate(id)) ?? '');
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    for (const command of [['status'], ['verify'], ['rollback', 'mf-jobs', '--reason', 'slow']]) {
      expect(await portal(...command)).toBe(1);
      expect(said()).toContain('portal: the newest revision cannot be taken: ');
    }
    const [, from = '', to = ''] = /^(\/\S+)\nRename it to (\S+),/m.exec(said()) ?? [];
    renameSync(from, join(from, '..', to));
    expect(await portal('status')).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toContain('portal accept-revision 2 --above 3 --reason');
    expect(await portal('accept-revision', '2', '--above', '3', '--reason', 'revision 3 was damaged')).toBe(0);
    expect(said()).toContain('revision 4 is live');
    expect(await portal('status')).toBe(0);
    expect(await portal('activate', 'mf-jobs', '1.1.0')).toBe(0);
    expect((await store.history()).map(({ revision }) => revision)).toEqual([1, 2, 4, 5]);
  });
});

it('reports a rollback as live when only its line in history.jsonl failed', async () => {
  const { data } = await begin();
  rmSync(join(data, 'history.jsonl'));
  mkdirSync(join(data, 'history.jsonl'));
  expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
  expect(said()).toContain('revision 4 is live');
  expect(said().replace(/\s+/g, ' ')).toContain('warning: history.jsonl could not be written, the revision has its line: EISDIR');
});

describe('rejects a build whose module.json was not made by the build', () => {
  const edited = (edit: (manifest: Record<string, unknown> & { files: Record<string, object> }) => unknown): string => {
    const folder = fakeBuild({ name: 'mf-jobs' });
    const file = join(folder, 'module.json');
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
    return folder;
  };
  const withFile = (name: string) =>
    edited((manifest) => ({ ...manifest, files: { ...manifest.files, [name]: { integrity: integrityOf('x'), size: 1 } } }));
  const torn = () => {
    const folder = fakeBuild({ name: 'mf-jobs' });
    writeFileSync(join(folder, 'module.json'), '{"name": "mf-jo');
    return folder;
  };

  it.each([
    ['is torn', torn, 'cannot be read (Unterminated string in JSON at position 15'],
    ['is a list', () => edited(() => ['mf-jobs']), 'cannot be read (it has no name): build again'],
    ['is null', () => edited(() => null), 'cannot be read (it is no object): build again'],
    ['has no files', () => edited(({ files: _files, ...rest }) => rest), 'cannot be read (it has no files): build again'],
    ['lists a file without a hash', () => edited((all) => ({ ...all, files: { 'a.js': {} } })), '(a.js has no integrity): build again'],
    [
      'climbs out of its version',
      () => withFile('../beside.js'),
      '(a file may not be called "../beside.js": letters, digits and . _ - / only): build again',
    ],
    ['names a file that cannot be asked for', () => withFile('a b.js'), '(a file may not be called "a b.js"'],
    ['is of another module', () => fakeBuild({ name: 'mf-account' }), 'that build is of mf-account, not of mf-jobs'],
  ])('because it %s', async (_, make, words) => {
    const { store, data } = await begin();
    const folder = make();
    for (const file of ['../beside.js', 'a b.js']) writeFileSync(join(folder, file), 'x');
    const before = readdirSync(data, { recursive: true }).sort();
    expect(await portal('publish', 'mf-jobs', '--dir', folder)).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toContain(words);
    expect(readdirSync(data, { recursive: true }).sort()).toEqual(before);
    expect(await store.registry()).not.toBeNull();
  });
});

it('publishes and activates only with the ops key in a store without tokens, because that key signs the statement', async () => {
  const { data } = await begin();
  rmSync(join(data, 'keys/ops.pem'));
  const build = fakeBuild({ name: 'mf-jobs', version: '1.2.0', contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } });
  for (const command of [
    ['publish', 'mf-jobs', '--dir', build],
    ['activate', 'mf-jobs', '1.0.0'],
  ]) {
    expect(await portal(...command)).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toMatch(
      /^portal: the ops key is not on this machine \(.*ops\.pem\): run the command where it is $/,
    );
  }
  expect(readdirSync(join(data, 'keys'))).toEqual(['newest-revision.json', 'ops.pub']);
});

it('creates no key for a store whose key is on another machine', async () => {
  const { data } = await begin();
  for (const half of ['pem', 'pub']) rmSync(join(data, `keys/ops.${half}`));
  for (const command of [
    ['status'],
    ['publish', 'mf-jobs', '--dir', fakeBuild({ name: 'mf-jobs' })],
    ['rollback', 'mf-jobs', '--reason', 'slow'],
  ]) {
    expect(await portal(...command)).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toMatch(
      /^portal: the keys of this store are not in \S+: copy ops\.pub there, and ops\.pem on machines that activate $/,
    );
  }
  expect(readdirSync(join(data, 'keys'))).toEqual(['newest-revision.json']);
});
