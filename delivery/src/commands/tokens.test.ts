import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inDays, tokenLine } from '../../test/command-line-with-tokens';
import { parseToken } from '../registry/signing-token';

const { portal, begin, said, words, build, publish, as, beginWithTokens } = tokenLine({ '/search-job': 'Search' });
type Stage = Awaited<ReturnType<typeof beginWithTokens>>;

describe('a token for one module', () => {
  it('publishes its module, and the history contains its name and the reason', async () => {
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
  ] as const)('rejects a publication with %s, and changes nothing', async (_, given, refusal) => {
    const stage = await beginWithTokens();
    const before = stage.everything();
    as(given === 'account' ? stage.account.token : given(stage));
    expect(await publish('1.2.0')).toBe(1);
    expect(words()).toEqual(typeof refusal === 'string' ? refusal : expect.stringMatching(refusal));
    expect(stage.everything()).toEqual(before);
  });

  it('of one module publishes neither of two modules', async () => {
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
  ])('is rejected for commands of ops: %s %s %s', async (...args) => {
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

  it('determines the author, so --by is rejected', async () => {
    const { jobs } = await beginWithTokens();
    as(jobs.token);
    expect(await portal('publish', 'mf-jobs', '--dir', build('1.2.0'), '--by', 'ana')).toBe(1);
    expect(words()).toBe('portal: --by is not allowed with a token: the token names who acts');
  });

  it('is rejected by a store without tokens', async () => {
    await begin();
    as(`portal_00000000_${'A'.repeat(43)}`);
    expect(await publish('1.2.0')).toBe(1);
    expect(words()).toContain('PORTAL_TOKEN is set, and this store has no tokens');
  });
});

describe('tokens', () => {
  it('allow a rollback to a version from before the first token', async () => {
    const { ops } = await beginWithTokens();
    as(ops.token);
    expect(await portal('rollback', 'mf-jobs', '--reason', 'slow')).toBe(0);
    expect(words()).toContain('rollback mf-jobs 1.1.0 -> 1.0.0');
  });

  it('are stored as public keys, and shown once', async () => {
    const { data, jobs, everything } = await beginWithTokens();
    const secret = jobs.token.slice(-43);
    for (const file of everything().filter((path) => statSync(join(data, path)).isFile()))
      expect(readFileSync(join(data, file), 'latin1')).not.toContain(secret);
    expect(await portal('tokens', '--json')).toBe(0);
    const [first] = JSON.parse(said()) as { publicKey: string }[];
    expect(first).toMatchObject({ id: jobs.id, module: 'mf-jobs', name: 'squad jobs', publicKey: parseToken(jobs.token).publicKey });
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

  it('are all stored when several are created at the same time', async () => {
    const { store } = await begin();
    const soon = inDays(1);
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
    [['revoke-token'], "missing required argument 'id'"],
    [['revoke-token', '00000000'], 'say why: --reason'],
    [['revoke-token', '00000000', '--reason', 'lost'], 'there is no token 00000000: see portal tokens'],
  ])('are rejected in one line: %s', async (args, refusal) => {
    const { store } = await begin();
    const before = await store.registry();
    expect(await portal(...args)).toBe(1);
    expect(words()).toContain(`portal: ${refusal}`);
    expect(await store.registry()).toBe(before);
  });

  it('need an active set', async () => {
    expect(await portal('create-token', '--ops', '--name', 'x', '--expires', new Date().toISOString().slice(0, 10))).toBe(1);
    expect(words()).toBe('portal: nothing is active yet: publish and activate the first set, then make tokens');
  });
});
