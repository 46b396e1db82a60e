import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attestFiles, fakeRecord } from '../../test/attest';
import { inDays, tokenLine } from '../../test/command-line-with-tokens';
import { fakeBuild, newContext } from '../../test/fixtures';
import { addDevServer } from '../registry/dev-server';
import { parseToken } from '../registry/signing-token';

const { portal, words, publish, as, beginWithTokens } = tokenLine({ '/search-job': 'Search' });

describe('no version becomes active in a store with tokens', () => {
  const forge = (edit: (said: Record<string, string>) => object) => (folder: string) => {
    const file = join(folder, 'published.json');
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
  };
  const publication = 'its published.json is not the one that its provenance statement names';

  it.each([
    ['put there by hand', (folder: string) => rmSync(join(folder, 'provenance.json')), 'it has no provenance statement'],
    ['without its publication', (folder: string) => rmSync(join(folder, 'published.json')), publication],
    ['with another reason than was signed', forge((said) => ({ ...said, why: 'urgent' })), publication],
    ['with another name', forge((said) => ({ ...said, by: 'ana' })), publication],
    [
      'with another bill of materials',
      (folder: string) => writeFileSync(join(folder, 'sbom.json'), '{}'),
      'its sbom.json is not the one that its provenance statement names',
    ],
    [
      'with no signature',
      (folder: string) => {
        const file = join(folder, 'provenance.json');
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), signatures: [] }));
      },
      'it is not signed with a token for mf-jobs',
    ],
    [
      'with a text that is no statement',
      (folder: string) => writeFileSync(join(folder, 'provenance.json'), '['),
      'it is not signed with a token for mf-jobs',
    ],
    [
      'with another manifest than was signed',
      (folder: string) => {
        const file = join(folder, 'module.json');
        const text = readFileSync(file, 'utf8').replace('"abc"', '"abd"');
        writeFileSync(file, text);
        for (const packed of ['br', 'gz']) rmSync(`${file}.${packed}`);
      },
      'its provenance statement is of another build',
    ],
  ])('%s, also with --force', async (_, spoil, why) => {
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
      expect(words()).toBe(`portal: mf-jobs 1.2.0 may not begin to run: ${why}. Build and publish it again with a higher version`);
    }
    expect(await store.registry()).toBe(before);
  });

  it('that its squad built with changes that no commit has, or outside a git repository', async () => {
    const { store, data, jobs, ops } = await beginWithTokens();
    const dirty = fakeBuild({ name: 'mf-jobs', version: '1.2.0', contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } });
    const manifest = { name: 'mf-jobs', version: '1.2.0' } as const;
    const [uncommitted, without] = [fakeRecord(manifest, ['mf-jobs/src/a.ts']), fakeRecord(manifest)];
    without.buildDefinition.resolvedDependencies = [];
    for (const [record, why] of [
      [uncommitted, 'it was built with changes that no commit has (mf-jobs/src/a.ts)'],
      [without, 'it was built outside a git repository'],
    ] as const) {
      writeFileSync(join(dirty, 'provenance.json'), JSON.stringify(record));
      as(jobs.token);
      expect(await portal('publish', 'mf-jobs', '--dir', dirty)).toBe(1);
      expect(words()).toBe(`portal: mf-jobs 1.2.0: ${why}; commit everything and build again`);
      // A publisher who changes this command.
      const files = new Map<string, Uint8Array>(
        ['module.json', 'remoteEntry.js', 'main.css', 'screen.js', 'prerendered/first.html'].map((file) => [
          file,
          readFileSync(join(dirty, file)),
        ]),
      );
      attestFiles(files, parseToken(jobs.token), record);
      await store.add('mf-jobs', '1.2.0', files, new Map());
      as(ops.token);
      expect(await portal('activate', 'mf-jobs', '1.2.0', '--force')).toBe(1);
      expect(words()).toContain(`mf-jobs 1.2.0 may not begin to run: ${why}.`);
      rmSync(join(data, 'modules/mf-jobs/1.2.0'), { recursive: true });
    }
  });

  it('that another squad signed and moved here', async () => {
    const { data, account, ops } = await beginWithTokens();
    as(account.token);
    expect(await publish('1.2.0', 'mf-account')).toBe(0);
    renameSync(join(data, 'modules/mf-account/1.2.0'), join(data, 'modules/mf-jobs/1.2.0'));
    as(ops.token);
    expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(1);
  });

  it('when its token was revoked, and its owner can no longer publish', async () => {
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

  it('when its token has expired', async () => {
    const { jobs, ops } = await beginWithTokens();
    as(jobs.token);
    expect(await publish('1.2.0')).toBe(0);
    jest.useFakeTimers({
      now: Date.parse(inDays(32)),
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'],
    });
    expect(await publish('1.3.0')).toBe(1);
    expect(words()).toMatch(/^portal: the token of squad jobs \(\w{8}\) ended on \d{4}-\d\d-\d\d: another one is made/);
    as(ops.token);
    expect(await portal('activate', 'mf-jobs', '1.2.0')).toBe(1);
    jest.useRealTimers();
  });

  it('without the signed list of tokens', async () => {
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
    const module = { name: 'mf-jobs', version: 'dev', container: 'c', entry: 'e.js', routes: {} } as const;
    await expect(addDevServer(newContext(data), module)).rejects.toThrow('this store has tokens: a dev server cannot join');
  });
});
