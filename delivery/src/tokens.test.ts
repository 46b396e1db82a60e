import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './commandLine';
import { enterDev } from './dev-registry';
import { fakeBuild } from './fixtures';
import { readToken } from './token';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const words = () => said().replace(/\s+/g, ' ').trim();

const NEXT = { name: 'mf-jobs', contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } };
const build = (version: string, name = 'mf-jobs') => fakeBuild({ ...NEXT, name, version, script: `${name} ${version}` });
const publish = (version: string, name = 'mf-jobs') =>
  portal('publish', name, '--dir', build(version, name), '--why', `${name} ${version}`);

/** Acts with this token, or with none. */
function as(token: string | null) {
  if (token) process.env.PORTAL_TOKEN = token;
  else delete process.env.PORTAL_TOKEN;
}

async function makeToken(...args: string[]): Promise<{ id: string; token: string }> {
  expect(await portal('create-token', '--expires', '2999-01-01', ...args, '--json')).toBe(1);
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  expect(await portal('create-token', '--expires', soon, ...args, '--json')).toBe(0);
  return JSON.parse(said());
}

/** A portal whose store has tokens: of the squad of mf-jobs, of another squad, and of ops. */
async function beginWithTokens() {
  const { store, data } = await begin();
  const jobs = await makeToken('--module', 'mf-jobs', '--name', 'squad jobs');
  const account = await makeToken('--module', 'mf-account', '--name', 'squad account');
  const ops = await makeToken('--ops', '--name', 'ana');
  const everything = () => readdirSync(data, { recursive: true }).map(String).sort();
  return { store, data, jobs, account, ops, everything };
}

describe('a token for one module', () => {
  it('publishes its module, and the history says who and why', async () => {
    const { jobs, ops } = await beginWithTokens();
    as(jobs.token);
    expect(await publish('1.2.0')).toBe(0);
    as(ops.token);
    expect(await portal('activate', 'mf-jobs', '1.2.0', '--why', 'the new list')).toBe(0);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(await portal('history', 'mf-jobs', '--json')).toBe(0);
    const lines = JSON.parse(said()) as { by: string; why: string; did?: { what: string }; changes: object[] }[];
    const [publication] = lines.filter(({ did }) => did?.what.startsWith('publish mf-jobs 1.2.0'));
    expect(publication).toMatchObject({ by: 'squad jobs', why: 'mf-jobs 1.2.0', did: { what: `publish mf-jobs 1.2.0, token ${jobs.id}` } });
    expect(lines.slice(-2)).toMatchObject([
      { by: 'ana', why: 'the new list', changes: [{ how: 'activate', to: '1.2.0' }] },
      { by: 'ana', why: 'slow', changes: [{ how: 'rollback', from: '1.2.0', to: '1.1.0' }] },
    ]);
    await portal('history', 'mf-jobs');
    expect(words()).toContain(`squad jobs: mf-jobs 1.2.0 publish mf-jobs 1.2.0, token ${jobs.id}`);
  });

  it.each([
    [
      'none',
      () => null,
      'portal: this store takes nothing without a token: set PORTAL_TOKEN, which portal create-token --module mf-jobs makes',
    ],
    [
      'one for another module',
      'account',
      /^portal: the token of squad account \(\w{8}\) is for mf-account, not for mf-jobs; nothing was done$/,
    ],
    ['what is none', () => 'secret', /^portal: PORTAL_TOKEN is no token: it begins with portal_/],
    ['one of another store', () => `portal_00000000_${'A'.repeat(43)}`, /^portal: PORTAL_TOKEN \(00000000\) is no token of this store/],
    [
      'another secret',
      ({ jobs }: Stage) => jobs.token.replace(/.{4}$/, 'AAAA'),
      /^portal: PORTAL_TOKEN \(\w{8}\) is no token of this store/,
    ],
  ] as const)('nothing else publishes it: %s is refused, and changes nothing', async (_, given, refusal) => {
    const stage = await beginWithTokens();
    const before = stage.everything();
    as(given === 'account' ? stage.account.token : given(stage));
    expect(await publish('1.2.0')).toBe(1);
    expect(words()).toEqual(typeof refusal === 'string' ? refusal : expect.stringMatching(refusal));
    expect(stage.everything()).toEqual(before);
  });

  it('of two modules publishes neither when the token is for one', async () => {
    const { jobs, everything } = await beginWithTokens();
    const before = everything();
    as(jobs.token);
    expect(await portal('publish', 'mf-jobs', 'mf-account')).toBe(1);
    expect(words()).toContain('is for mf-jobs, not for mf-account; nothing was done');
    expect(everything()).toEqual(before);
  });

  it.each([
    ['activate', 'mf-jobs', '1.2.0'],
    ['rollback', 'mf-jobs', '--reason', 'slow'],
    ['canary', 'mf-jobs', '1.2.0', '--percent', '5'],
    ['stage', 'mf-jobs@1.2.0'],
    ['prune'],
    ['publish', 'mf-jobs', '--activate'],
  ])('does not do what ops do: %s %s %s', async (...args) => {
    const { store, jobs } = await beginWithTokens();
    as(jobs.token);
    expect(await publish('1.2.0')).toBe(0);
    const before = await store.registry();
    for (const token of [jobs.token, null]) {
      as(token);
      expect(await portal(...args)).toBe(1);
      expect(words()).toMatch(token ? /is for mf-jobs, not for what ops do; nothing was done$/ : /which portal create-token --ops makes$/);
    }
    expect(await store.registry()).toBe(before);
  });

  it('says itself who acts', async () => {
    const { jobs } = await beginWithTokens();
    as(jobs.token);
    expect(await portal('publish', 'mf-jobs', '--dir', build('1.2.0'), '--by', 'ana')).toBe(1);
    expect(words()).toBe('portal: --by is more than this takes: the token says who acts');
  });

  it('is refused where there are none', async () => {
    await begin();
    as(`portal_00000000_${'A'.repeat(43)}`);
    expect(await publish('1.2.0')).toBe(1);
    expect(words()).toContain('PORTAL_TOKEN is set, and this store has no tokens');
  });
});

type Stage = Awaited<ReturnType<typeof beginWithTokens>>;

describe('nothing begins to run in a store with tokens', () => {
  const forge = (edit: (said: Record<string, string>) => object) => (folder: string) => {
    const file = join(folder, 'published.json');
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
  };

  it.each([
    ['put there by hand', (folder: string) => rmSync(join(folder, 'published.json'))],
    ['with another reason than was signed', forge((publication) => ({ ...publication, why: 'urgent' }))],
    ["with somebody else's name", forge((publication) => ({ ...publication, by: 'ana' }))],
    ['with no signature', forge(({ signature: _signature, ...publication }) => publication)],
    [
      'with another manifest than was signed',
      (folder: string) => {
        const file = join(folder, 'module.json');
        const text = readFileSync(file, 'utf8').replace('"abc"', '"abd"');
        writeFileSync(file, text);
        for (const packed of ['br', 'gz']) rmSync(`${file}.${packed}`);
      },
    ],
  ])('%s, also with --force', async (_, spoil) => {
    const { store, data, jobs, ops } = await beginWithTokens();
    as(jobs.token);
    expect(await publish('1.2.0')).toBe(0);
    spoil(join(data, 'modules/mf-jobs/1.2.0'));
    const before = await store.registry();
    as(ops.token);
    for (const args of [
      ['activate', 'mf-jobs', '1.2.0', '--force'],
      ['canary', 'mf-jobs', '1.2.0', '--percent', '5', '--force'],
      ['stage', 'mf-jobs@1.2.0', '--force'],
    ]) {
      expect(await portal(...args)).toBe(1);
      expect(words()).toBe(
        'portal: mf-jobs 1.2.0 may not begin to run: it is not signed with a token for mf-jobs. Raise its version and publish it with one that counts',
      );
    }
    expect(await store.registry()).toBe(before);
  });

  it('what another squad signed and moved here', async () => {
    const { data, account, ops } = await beginWithTokens();
    as(account.token);
    expect(await publish('1.2.0', 'mf-account')).toBe(0);
    renameSync(join(data, 'modules/mf-account/1.2.0'), join(data, 'modules/mf-jobs/1.2.0'));
    as(ops.token);
    expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(1);
  });

  it('when its token was revoked, and its owner publishes nothing more', async () => {
    const { jobs, ops } = await beginWithTokens();
    as(jobs.token);
    expect(await publish('1.2.0')).toBe(0);
    expect(await portal('revoke-token', jobs.id, '--reason', 'lost a laptop', '--by', 'ben')).toBe(0);
    expect(await publish('1.3.0')).toBe(1);
    expect(words()).toMatch(
      /^portal: the token of squad jobs \(\w{8}\) was revoked on \S+ by ben \(lost a laptop\): another one is made by portal create-token --module mf-jobs$/,
    );
    as(ops.token);
    expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(1);
    expect(words()).toContain('which signed it, was revoked on');
    expect(await portal('revoke-token', jobs.id, '--reason', 'again')).toBe(1);
    expect(words()).toContain('was revoked already');
  });

  it('when its token has ended', async () => {
    const { jobs, ops } = await beginWithTokens();
    as(jobs.token);
    expect(await publish('1.2.0')).toBe(0);
    jest.useFakeTimers({
      now: Date.now() + 32 * 86_400_000,
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'],
    });
    expect(await publish('1.3.0')).toBe(1);
    expect(words()).toMatch(/^portal: the token of squad jobs \(\w{8}\) ended on \d{4}-\d\d-\d\d: another one is made/);
    as(ops.token);
    expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(1);
    jest.useRealTimers();
  });

  it('without the list of tokens as it was signed', async () => {
    const { data, jobs } = await beginWithTokens();
    as(jobs.token);
    for (const spoil of [(file: string) => writeFileSync(file, '[]'), rmSync]) {
      for (const id of readdirSync(join(data, 'tokens'))) spoil(join(data, 'tokens', id, 'tokens.json'));
      expect(await publish('1.2.0')).toBe(1);
      expect(words()).toMatch(
        /^portal: the list of tokens that revision 6 names \(tokens\/\w{32}\) was changed or is missing: put it back$/,
      );
    }
  });

  it('from a dev server', async () => {
    const { data } = await beginWithTokens();
    const { newDesk } = await import('./fixtures');
    const module = { name: 'mf-jobs', version: 'dev', container: 'c', entry: 'e.js', routes: {} } as const;
    await expect(enterDev(newDesk(data), module)).rejects.toThrow('this store has tokens: no dev server joins it');
  });
});

describe('tokens', () => {
  it('let back what ran before there were any', async () => {
    const { ops } = await beginWithTokens();
    as(ops.token);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(words()).toContain('rollback mf-jobs 1.1.0 -> 1.0.0');
  });

  it('are kept as what checks them, and shown once', async () => {
    const { data, jobs, everything } = await beginWithTokens();
    const secret = jobs.token.slice(-43);
    for (const file of everything().filter((path) => statSync(join(data, path)).isFile()))
      expect(readFileSync(join(data, file), 'latin1')).not.toContain(secret);
    expect(await portal('tokens', '--json')).toBe(0);
    const [first] = JSON.parse(said()) as { publicKey: string }[];
    expect(first).toMatchObject({ id: jobs.id, module: 'mf-jobs', name: 'squad jobs', publicKey: readToken(jobs.token).publicKey });
    expect(said()).not.toContain(secret);
    await portal('revoke-token', jobs.id, '--reason', 'lost', '--by', 'ben');
    await portal('tokens');
    expect(words()).toMatch(
      new RegExp(
        `${jobs.id} mf-jobs squad jobs: was revoked on \\S+ by ben \\(lost\\) made .*mf-account squad account: until .*ops ana: until`,
      ),
    );
    await portal('history', 'mf-jobs', '--json');
    expect(JSON.parse(said()).slice(-1)).toMatchObject([
      { by: 'ben', why: 'lost', did: { what: `revoke-token ${jobs.id} of squad jobs, for mf-jobs` } },
    ]);
  });

  it('are all there when several are made at once', async () => {
    const { store } = await begin();
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const make = (name: string) => portal('create-token', '--module', 'mf-jobs', '--name', name, '--expires', soon);
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(make))).toEqual([0, 0, 0, 0, 0]);
    await portal('tokens', '--json');
    const [list] = said().split('\n').slice(-2);
    expect((JSON.parse(list ?? '') as { name: string }[]).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await store.history()).slice(-5).map(({ did }) => did?.what.slice(0, 12))).toEqual(Array(5).fill('create-token'));
  });

  it.each([
    [['create-token', '--name', 'x', '--expires', '2027-01-01'], 'for whom? --module mf-jobs, or --ops'],
    [['create-token', '--ops', '--module', 'mf-jobs', '--name', 'x', '--expires', '2027-01-01'], 'for whom? --module mf-jobs, or --ops'],
    [['create-token', '--module', '../x', '--name', 'x', '--expires', '2027-01-01'], '../x is no module: shell, or mf-…'],
    [['create-token', '--ops', '--expires', '2027-01-01'], 'say who gets it: --name "…"'],
    [['create-token', '--ops', '--name', 'x'], 'say its last day: --expires 2027-01-31'],
    [['create-token', '--ops', '--name', 'x', '--expires', '2027-02-31'], 'say its last day: --expires 2027-01-31'],
    [['create-token', '--ops', '--name', 'x', '--expires', '2001-01-01'], '--expires is a day of the coming year'],
    [['revoke-token'], 'revoke what?'],
    [['revoke-token', '00000000'], 'say why: --reason'],
    [['revoke-token', '00000000', '--reason', 'lost'], 'there is no token 00000000: see portal tokens'],
  ])('are refused in one clear line: %s', async (args, refusal) => {
    const { store } = await begin();
    const before = await store.registry();
    expect(await portal(...args)).toBe(1);
    expect(words()).toContain(`portal: ${refusal}`);
    expect(await store.registry()).toBe(before);
  });

  it('need something that runs', async () => {
    expect(await portal('create-token', '--ops', '--name', 'x', '--expires', new Date().toISOString().slice(0, 10))).toBe(1);
    expect(words()).toBe('portal: nothing is active yet: publish and activate the first set, then make tokens');
  });
});

it('publishes where the ops key is not, and activates only where it is', async () => {
  const { data, jobs, ops } = await beginWithTokens();
  rmSync(join(data, 'keys/ops.pem'));
  as(jobs.token);
  expect(await publish('1.2.0')).toBe(0);
  as(ops.token);
  expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(1);
  expect(words()).toMatch(/^portal: the ops key is not on this machine \(.*ops\.pem\): whoever has it does this$/);
  expect(readdirSync(join(data, 'keys'))).toEqual(['ops.pub']);
});
