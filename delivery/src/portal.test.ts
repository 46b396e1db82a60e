import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MODULES } from '@portal/mf-kit/module';
import { readModule } from '../../shared/webpack/src/workspace';
import { fakeBuild, newDesk, scratch } from './fixtures';
import { integrityOf } from './integrity';
import { main } from './portal';

const api = createServer((_asked, reply) => reply.end(JSON.stringify({ code: 200, data: { jobs: 2 } })));
let said: string;
let apiUrl: string;

/** Runs `portal …` on a store of its own. */
const portal = async (...args: string[]) => {
  said = '';
  return main(args);
};

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => api.close());
beforeEach(() => {
  process.env.PORTAL_DATA = scratch();
  process.env.API_URL = apiUrl;
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.PORTAL_DATA;
  delete process.env.API_URL;
});

/** A portal with a shell and two versions of mf-jobs, the later one live. */
async function begin() {
  const shell = fakeBuild({ name: 'shell' });
  expect(await portal('publish', 'shell', '--dir', shell, '--activate', '--why', 'first')).toBe(0);
  for (const version of ['1.0.0', '1.1.0']) {
    const build = fakeBuild({ name: 'mf-jobs', version, script: version, contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } });
    expect(await portal('publish', 'mf-jobs', '--dir', build, '--activate', '--why', `the list, ${version}`)).toBe(0);
  }
  return newDesk(join(process.env.PORTAL_DATA ?? '', 'delivery'));
}

describe('verify', () => {
  it('says that everything holds only when everything was looked at', async () => {
    await begin();
    expect(await portal('verify')).toBe(0);
    expect(said).toContain('revision 3: signature, 2 modules, every file and the gate hold');
  });

  it.each([
    ['no API is named', () => delete process.env.API_URL, 'set API_URL to the address of the guard API'],
    [
      'the API is away',
      () => Object.assign(process.env, { API_URL: 'http://127.0.0.1:1' }),
      'the API at http://127.0.0.1:1 does not say (',
    ],
  ])('does not say so when %s', async (_, lose, words) => {
    await begin();
    lose();
    expect(await portal('verify')).toBe(1);
    expect(said.replace(/\s+/g, ' ')).toContain(`what the modules call was not compared with what the API serves: ${words}`);
    expect(said).not.toContain('hold');
  });
});

describe('what is said', () => {
  const long = 'the guards of the night shift saw an empty list after they had applied for a job of their own, twice';
  const lines = () => said.trimEnd().split('\n');

  it.each([['status'], ['history'], ['history', 'mf-jobs'], ['verify'], ['--help']])(
    'fits 80 columns, without colour: portal %s %s',
    async (...args) => {
      await begin();
      expect(await portal('canary', 'mf-jobs', '1.0.0', '--percent', '5', '--why', long)).toBe(0);
      expect(await portal('canary', 'mf-jobs', '--stop', '--reason', long)).toBe(0);
      expect(await portal(...args)).toBe(0);
      expect(lines().filter((line) => line.length > 80)).toEqual([]);
      expect(said).not.toContain('\u001b');
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
    expect(JSON.parse(said).modules['mf-jobs']).toMatchObject({ version: '1.1.0', canary: { version: '1.0.0', percent: 5, by: 'ana' } });
  });

  it.each([
    [['status'], { revision: 3 }],
    [['history'], [{ revision: 1 }, { revision: 2 }, { revision: 3 }]],
    [['verify'], { revision: 3, modules: 2 }],
    [
      ['rollback', 'mf-jobs', '--reason', 'slow'],
      { revision: 4, changes: [{ name: 'mf-jobs', from: '1.1.0', to: '1.0.0', how: 'rollback' }] },
    ],
    [['activate', 'mf-jobs', '1.1.0'], { revision: null, changes: [] }],
  ])('is data for programs: %s', async (args, data) => {
    await begin();
    expect(await portal(...args, '--json')).toBe(0);
    expect(JSON.parse(said)).toMatchObject(data);
  });

  it('is an error for programs, too', async () => {
    await begin();
    expect(await portal('activate', 'mf-jobs', '9.9.9', '--json')).toBe(1);
    expect(JSON.parse(said)).toEqual({ error: 'mf-jobs 9.9.9 is not published; there are 1.0.0, 1.1.0' });
  });

  it.each(['publish', 'activate', 'rollback', 'canary', 'stage', 'status', 'history', 'verify'])(
    'helps with %s, asking nobody',
    async (name) => {
      expect(await portal(name, '--help')).toBe(0);
      expect(said).toContain(`portal ${name}`);
    },
  );

  it.each([
    [['nothing'], 'there is no command nothing'],
    [['toString'], 'there is no command toString'],
    [['status', '--nope'], "Unknown option '--nope'"],
    [['rollback', 'mf-jobs'], 'say why: --reason'],
    [['canary', 'mf-jobs'], 'say which version and for how many'],
    [['canary', 'mf-jobs', '1.0.0', '--percent', 'x'], '--percent is above 0 and below 100'],
    [['canary', 'mf-jobs', '--stop', '--reason', 'bad'], 'mf-jobs has no canary to stop'],
    [['canary', 'mf-jobs', '--promote'], 'mf-jobs has no canary to promote'],
    [['canary', 'shell', '1.0.0', '--percent', '5'], 'the shell has no canary'],
    [['canary', 'mf-jobs', '1.1.0', '--percent', '5'], 'mf-jobs 1.1.0 is active already'],
  ])('is one clear line for %s', async (args, words) => {
    await begin();
    expect(await portal(...args)).toBe(1);
    expect(said.replace(/\s+/g, ' ')).toContain(words);
  });
});

describe('what was not meant', () => {
  it.each([
    [['rollback', 'mf-jobs', '1.0.0', '--reason', 'slow'], '1.0.0 is more than this takes: portal rollback <module>'],
    [['rollback', 'mf-jobs', '--percent', '5', '--reason', 'slow'], '--percent is more than this takes: portal rollback <module>'],
    [['status', 'mf-jobs'], 'mf-jobs is more than this takes: portal status'],
    [['verify', '--force'], '--force is more than this takes: portal verify'],
    [['history', 'mf-jbos'], 'there is no module mf-jbos; there are shell, mf-onboarding'],
    [['canary', 'mf-jobs', '1.0.0', '--promote'], 'the canary of mf-jobs is 1.2.0, not 1.0.0; nothing was done'],
    [['canary', 'mf-jobs', '1.0.0', '--stop', '--reason', 'slow'], 'the canary of mf-jobs is 1.2.0, not 1.0.0; nothing was done'],
    [['canary', 'mf-jobs', '1.2.0', '--percent', '20', '--promote'], 'one of --percent, --promote and --stop'],
    [['rollback', 'mf-jobs', '--reason', 'slow'], 'mf-jobs has a canary, 1.2.0: first portal canary mf-jobs --stop'],
  ])('is refused in one clear line, and changes nothing: %s', async (args, words) => {
    const { store } = await begin();
    const build = fakeBuild({ name: 'mf-jobs', version: '1.2.0', routes: { '/search-job': 'Search' } });
    expect(await portal('publish', 'mf-jobs', '--dir', build)).toBe(0);
    expect(await portal('canary', 'mf-jobs', '1.2.0', '--percent', '5')).toBe(0);
    const before = await store.registry();
    expect(await portal(...args)).toBe(1);
    expect(said.replace(/\s+/g, ' ')).toContain(words);
    expect(said.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(await store.registry()).toBe(before);
  });

  it('is not what names the very canary', async () => {
    const { store } = await begin();
    expect(await portal('canary', 'mf-jobs', '1.0.0', '--percent', '5')).toBe(0);
    expect(await portal('canary', 'mf-jobs', '1.0.0', '--stop', '--reason', 'slow')).toBe(0);
    expect((await store.history()).at(-1)).toMatchObject({ changes: [{ how: 'stop', from: '1.0.0' }] });
  });
});

it.each(['shell', ...MODULES])('%s has a budget', (name) => {
  expect(readModule(name, join(__dirname, '../..')).budget).toBeGreaterThan(0);
});

describe('a newest revision that cannot be taken', () => {
  const spoiled = {
    'is torn': () => '{"docum',
    'was changed': (text: string) => text.replace('the list', 'the rest'),
    'is a candidate': (_text: string, candidate: string) => candidate,
    'is gone': () => null,
  };

  it.each(Object.entries(spoiled))('stops nobody who does what is said: it %s', async (_, spoil) => {
    const { store, data } = await begin();
    expect(await portal('stage', 'mf-jobs@1.0.0')).toBe(0);
    const [id = ''] = readdirSync(join(data, 'candidates'));
    const file = join(data, 'revisions/3/registry.json');
    const text = spoil(readFileSync(file, 'utf8'), (await store.candidate(id)) ?? '');
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    for (const command of [['status'], ['verify'], ['rollback', 'mf-jobs', '--reason', 'slow']]) {
      expect(await portal(...command)).toBe(1);
      expect(said).toContain('portal: the newest revision cannot be taken: ');
    }
    const [, from = '', to = ''] = /^(\/\S+)\nRename it to (\S+),/m.exec(said) ?? [];
    renameSync(from, join(from, '..', to));
    expect(await portal('status')).toBe(0);
    expect(said).toContain('revision 2,');
    expect(await portal('activate', 'mf-jobs', '1.1.0')).toBe(0);
    expect(said).toContain('revision 4 is live');
    expect((await store.history()).map(({ revision }) => revision)).toEqual([1, 2, 4]);
  });
});

it('says that a rollback is live when only its line in the quick list failed', async () => {
  const { data } = await begin();
  rmSync(join(data, 'history.jsonl'));
  mkdirSync(join(data, 'history.jsonl'));
  expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
  expect(said).toContain('revision 4 is live');
  expect(said.replace(/\s+/g, ' ')).toContain('warning: history.jsonl could not be written, the revision has its line: EISDIR');
});

describe('publishes no build whose module.json is not ours', () => {
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
    expect(said.replace(/\s+/g, ' ')).toContain(words);
    expect(readdirSync(data, { recursive: true }).sort()).toEqual(before);
    expect(await store.registry()).not.toBeNull();
  });
});

it('publishes no build without a budget', async () => {
  const build = fakeBuild({ name: 'mf-jobs', budget: undefined });
  expect(await portal('publish', 'mf-jobs', '--dir', build)).toBe(1);
  expect(said.replace(/\s+/g, ' ')).toBe(
    'portal: mf-jobs 1.0.0 has no budget: give it one, portal.budget in its package.json, and build again ',
  );
});
