import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fakeBuild, newContext, tempFolder } from '../../test/fixtures';
import { publish } from '../commands/publish';
import { isTimestampValid, loadKey, signRegistry, signTimestamp, verifyRegistry } from '../registry/signatures';
import { folderStore } from './folder-store';
import { readOnlyStore } from './store';

const line = (revision: number, why = '') => ({ revision, at: '2026-05-01T12:00:00Z', by: 'ana', why, changes: [] });

describe('store', () => {
  it('stores each version with its compressed files, and reports an unchanged build', async () => {
    const context = newContext();
    const { data } = context;
    const build = fakeBuild({ name: 'mf-jobs', routes: { '/search-job': 'Search' } });
    expect(await publish(context, build, {})).toMatchObject({ name: 'mf-jobs', version: '1.0.0', fresh: true, warnings: [] });
    const folder = join(data, 'modules/mf-jobs/1.0.0');
    const plain = readFileSync(join(folder, 'screen.js'));
    expect(brotliDecompressSync(readFileSync(join(folder, 'screen.js.br')))).toEqual(plain);
    expect(gunzipSync(readFileSync(join(folder, 'screen.js.gz')))).toEqual(plain);
    const again = fakeBuild({ name: 'mf-jobs', routes: { '/search-job': 'Search' }, commit: 'def' });
    expect(await publish(context, again, {})).toMatchObject({ fresh: false });
    expect(readdirSync(join(data, 'modules/mf-jobs'))).toEqual(['1.0.0']);
  });

  it('never changes a version', async () => {
    const context = newContext();
    const { store, data } = context;
    await publish(context, fakeBuild({ name: 'mf-jobs', script: 'first' }), {});
    await expect(publish(context, fakeBuild({ name: 'mf-jobs', script: 'second' }), {})).rejects.toThrow('a version never changes');
    await expect(store.add('mf-jobs', '1.0.0', new Map([['x.js', Buffer.from('x')]]), new Map())).rejects.toThrow('published already');
    expect(readFileSync(join(data, 'modules/mf-jobs/1.0.0/remoteEntry.js'), 'utf8')).toBe('first');
  });

  it('rejects a build with other files than the listed ones, and a build over its budget', async () => {
    const context = newContext();
    const { store } = context;
    const torn = fakeBuild({ name: 'mf-jobs' });
    writeFileSync(join(torn, 'screen.js'), 'other');
    await expect(publish(context, torn, {})).rejects.toThrow('screen.js does not match module.json');
    await expect(publish(context, fakeBuild({ name: 'mf-jobs', budget: 10 }), {})).rejects.toThrow(
      /needs \d+ bytes for a first load, its budget is 10/,
    );
    await expect(publish(context, tempFolder(), {})).rejects.toThrow('has no module.json');
    expect(await store.versions('mf-jobs')).toEqual([]);
  });

  it('rejects file names with a special meaning for nginx: the publication, and a renderer in another folder', async () => {
    const context = newContext();
    const { store } = context;
    const own = fakeBuild({ name: 'mf-jobs', contents: { 'published.json': '{}' } });
    await expect(publish(context, own, {})).rejects.toThrow("published.json is the store's own file");
    const elsewhere = fakeBuild({ name: 'mf-jobs', renderer: 'renderer.js', contents: { 'renderer.js': '/* renders */' } });
    await expect(publish(context, elsewhere, {})).rejects.toThrow('mf-jobs 1.0.0: its renderer is renderer.js, not server/renderer.js');
    expect(await store.versions('mf-jobs')).toEqual([]);
  });

  it('warns of a path that another active module owns', async () => {
    const context = newContext();
    const live = { 'mf-account': { routes: { '/chat/:with': { access: 'public', chrome: 'public', title: 'Chat' } as const } } };
    const { warnings } = await publish(context, fakeBuild({ name: 'mf-jobs', routes: { '/chat/:id': 'Chat' } }), live);
    expect(warnings).toEqual([
      '/chat/:id belongs to mf-account (/chat/:with) and mf-jobs claims it too: one of them gives it up, in the same activation',
    ]);
  });

  it.each(['../../../revisions/99/registry.json', '/etc/x', 'a b.js'])('writes no file that it could not read: %s', async (file) => {
    const { store, data } = newContext();
    const files = new Map([[file, Buffer.from('x')]]);
    await expect(store.add('mf-jobs', '1.0.0', files, new Map())).rejects.toThrow(`no file may be called ${file}; nothing was stored`);
    await expect(store.add('mf-jobs', '1.0.0', new Map(), files)).rejects.toThrow(`no file may be called ${file}; nothing was stored`);
    expect(readdirSync(data)).toEqual(['keys']);
  });

  it('stores no file of more than 64 MiB, because it is not read', async () => {
    const { store, data } = newContext();
    const files = new Map([['large.js', Buffer.alloc(64 * 2 ** 20 + 1)]]);
    await expect(store.add('mf-jobs', '1.0.0', files, new Map())).rejects.toThrow(
      'mf-jobs 1.0.0: large.js has more than 64 MiB; nothing was stored',
    );
    expect(readdirSync(data)).toEqual(['keys']);
  });

  it('without its writes rejects each call that changes it, and reads as before', async () => {
    const context = newContext();
    const { store } = context;
    await publish(context, fakeBuild({ name: 'mf-jobs' }), {});
    const only = readOnlyStore(store);
    expect(await only.versions('mf-jobs')).toEqual(['1.0.0']);
    const writes = [
      only.add('mf-jobs', '2.0.0', new Map(), new Map()),
      only.appendRevision(null, '', { revision: 1, at: '', by: '', why: '', changes: [] }),
      ...[only.hide, only.unhide, only.deleteVersion, only.stage, only.writeTokens, only.writeHealth].map((write) =>
        write('mf-jobs', '1.0.0'),
      ),
      only.keepSeen(''),
    ];
    for (const { status } of await Promise.allSettled<unknown>(writes)) expect(status).toBe('rejected');
    expect(await store.versions('mf-jobs')).toEqual(['1.0.0']);
  });

  it('reads nothing outside a version', async () => {
    const context = newContext();
    const { store } = context;
    await publish(context, fakeBuild({ name: 'mf-jobs' }), {});
    expect(await store.read('mf-jobs', '1.0.0', '../../../registry.json')).toBeNull();
    await expect(store.read('..', '1.0.0', 'x')).rejects.toThrow('is not a module and version');
  });

  it('replaces the registry only if it is unchanged since the read', async () => {
    const store = folderStore(tempFolder());
    await store.appendRevision(null, 'one', line(1));
    await expect(store.appendRevision(null, 'two', line(1))).rejects.toThrow('someone else has changed the registry');
    const races = await Promise.allSettled(['a', 'b', 'c', 'd'].map((next) => store.appendRevision('one', next, line(2, next))));
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const now = await store.registry();
    expect(await store.history()).toEqual([line(1), line(2, now ?? '')]);
    expect(await store.revision(2)).toBe(now);
  });

  it('reads a store of an earlier release, and continues it', async () => {
    const data = tempFolder();
    const store = folderStore(data);
    mkdirSync(join(data, 'revisions'));
    writeFileSync(join(data, 'revisions/1.json'), 'one');
    writeFileSync(join(data, 'history.jsonl'), `${JSON.stringify(line(1))}\n`);
    expect(await store.registry()).toBe('one');
    await store.appendRevision('one', 'two', line(2));
    expect([await store.registry(), await store.revision(1)]).toEqual(['two', 'one']);
    expect(await store.history()).toEqual([line(1), line(2)]);
  });

  it('reports that a revision is active even if its line in history.jsonl could not be written', async () => {
    const { store, data } = newContext();
    await store.appendRevision(null, 'one', line(1));
    rmSync(join(data, 'history.jsonl'));
    mkdirSync(join(data, 'history.jsonl'));
    expect(await store.appendRevision('one', 'two', line(2))).toEqual([
      expect.stringMatching(/^history\.jsonl could not be written, the revision has its line: EISDIR/),
    ]);
    expect([await store.registry(), await store.history()]).toEqual(['two', [line(1), line(2)]]);
  });

  it.each(['EACCES', 'ENOTEMPTY'])('continues despite a leftover that cannot be deleted: %s', async (code) => {
    const { store, data } = newContext();
    await store.appendRevision(null, 'one', line(1));
    const left = join(data, 'revisions/.2.left');
    mkdirSync(left);
    utimesSync(left, 0, 0);
    const { rm } = fsPromises;
    const removing = jest.spyOn(fsPromises, 'rm').mockImplementation(async (path, options) => {
      if (path === left) throw Object.assign(new Error(`${code}: ${left}`), { code });
      await rm(path, options);
    });
    expect(await store.appendRevision('one', 'two', line(2))).toEqual([]);
    expect(removing).toHaveBeenCalledWith(left, expect.anything());
    removing.mockRestore();
    expect(await store.registry()).toBe('two');
  });

  it('syncs a revision to the disk before it reports it', async () => {
    const { store, data } = newContext();
    const opened = jest.spyOn(fsPromises, 'open');
    await store.appendRevision(null, 'one', line(1));
    const folders = opened.mock.calls.filter(([, flags]) => flags === 'r').map(([path]) => relative(data, String(path)));
    opened.mockRestore();
    expect(folders).toEqual([expect.stringMatching(/^revisions\/\.1\./), 'revisions']);
  });

  it('reads each change of a revision even if history.jsonl is torn', async () => {
    const data = tempFolder();
    const store = folderStore(data);
    await store.appendRevision(null, 'one', line(1));
    await store.appendRevision('one', 'two', line(2));
    writeFileSync(join(data, 'history.jsonl'), '{"revision":1,"at":"20');
    expect(await store.history()).toEqual([line(1), line(2)]);
  });
});

describe('signing', () => {
  const registry = {
    revision: 1,
    at: '',
    shell: { version: '1', container: 's', entry: 'e', integrity: 'i', lastGood: null, by: '', at: '', why: '', quarantined: {} },
    modules: {},
  };

  it('creates its key at first use, readable by its owner only, and reads it later', () => {
    const data = tempFolder();
    const { publicKey } = loadKey(data, 'ops');
    expect(loadKey(data, 'ops').publicKey).toBe(publicKey);
    expect(readFileSync(join(data, 'keys/ops.pub'), 'utf8').trim()).toBe(publicKey);
    expect(statSync(join(data, 'keys/ops.pem')).mode & 0o777).toBe(0o600);
  });

  it('opens a registry that the ops key signed, and rejects others', () => {
    const ops = loadKey(tempFolder(), 'ops');
    const signed = signRegistry(registry, ops);
    expect(verifyRegistry(JSON.stringify(signed), ops.publicKey).registry).toEqual(registry);
    const forged = JSON.stringify({ ...signed, document: signed.document.replace('"revision":1', '"revision":2') });
    expect(() => verifyRegistry(forged, ops.publicKey)).toThrow('not signed by the ops key');
    expect(() => verifyRegistry(JSON.stringify(signed), loadKey(tempFolder(), 'ops').publicKey)).toThrow('not signed');
  });

  it('signs which revision is current, and when', () => {
    const key = loadKey(tempFolder(), 'timestamp');
    const word = signTimestamp(7, new Date('2026-05-01T12:00:00Z'), key);
    expect(word).toMatchObject({ revision: 7, at: '2026-05-01T12:00:00.000Z' });
    expect(isTimestampValid(word, key.publicKey)).toBe(true);
    expect(isTimestampValid({ ...word, revision: 8 }, key.publicKey)).toBe(false);
  });
});
