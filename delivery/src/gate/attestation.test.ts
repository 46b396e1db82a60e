import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDays, tokenLine } from '../../test/command-line-with-tokens';
import { newContext } from '../../test/fixtures';
import { addDevServer } from '../registry/dev-server';

const { portal, words, publish, as, beginWithTokens } = tokenLine({ '/search-job': 'Search' });

describe('no version becomes active in a store with tokens', () => {
  const forge = (edit: (said: Record<string, string>) => object) => (folder: string) => {
    const file = join(folder, 'published.json');
    writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))));
  };

  it.each([
    ['put there by hand', (folder: string) => rmSync(join(folder, 'published.json'))],
    ['with another reason than was signed', forge((publication) => ({ ...publication, why: 'urgent' }))],
    ['with another name', forge((publication) => ({ ...publication, by: 'ana' }))],
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
