import { startObjectStore } from '../../api/test/object-store';
import { activate } from '../src/commands/activate';
import { prune } from '../src/commands/prune';
import { publish } from '../src/commands/publish';
import { rollback } from '../src/commands/rollback';
import { fileProblems } from '../src/gate/gate';
import { deltaProblems, dictionariesOf, readDelta } from '../src/store/deltas';
import type { Store } from '../src/store/store';
import { deploy, fakeBuild, info, newContext, noiseText } from './fixtures';
import { storeKinds } from './store-kinds';

const kinds = storeKinds(startObjectStore);
const line = (revision: number, why = '') => ({ revision, at: '2026-05-01T12:00:00Z', by: 'ana', why, changes: [] });
const files = (text: string) =>
  new Map([
    ['module.json', Buffer.from('{}')],
    ['deep/a.js', Buffer.from(text)],
    ['deep/a.js.br', Buffer.from('packed')],
  ]);

describe.each(kinds)('%s', (_kind, begin) => {
  let another: () => Promise<Store>;
  let store: Store;
  beforeEach(async () => {
    another = begin().open;
    store = await another();
  });
  afterEach(() => jest.useRealTimers());
  const textOf = async (bytes: Promise<Uint8Array | null>) => {
    const found = await bytes;
    return found && Buffer.from(found).toString();
  };
  const context = () => ({ ...newContext(), store });

  it('is empty at first', async () => {
    expect([await store.names(), await store.versions('mf-jobs'), await store.published(), await store.registry()]).toEqual([
      [],
      [],
      [],
      null,
    ]);
    expect([await store.history(), await store.revision(1), await store.candidates(), (await store.latestRevision()).used]).toEqual([
      [],
      null,
      [],
      0,
    ]);
    expect([await store.read('mf-jobs', '1.0.0', 'a.js'), await store.candidate('a'), await store.tokens('a')]).toEqual([null, null, null]);
  });

  it('stores a complete version for every process, and never another one under its number', async () => {
    await store.add('mf-jobs', '1.0.0', files('first'), new Map([['a.js.map', Buffer.from('map')]]));
    await expect(store.add('mf-jobs', '1.0.0', files('second'), new Map())).rejects.toThrow('published already; a version never changes');
    const other = await another();
    expect(await textOf(other.read('mf-jobs', '1.0.0', 'deep/a.js'))).toBe('first');
    expect([
      await textOf(other.read('mf-jobs', '1.0.0', 'deep/a.js', 'br')),
      await other.read('mf-jobs', '1.0.0', 'deep/a.js', 'gzip'),
    ]).toEqual(['packed', null]);
    expect(await other.read('mf-jobs', '1.0.0', 'a.js.map')).toBeNull();
    await other.add('mf-account', '1.0.0-local.ab12', files('x'), new Map());
    await store.add('mf-jobs', '0.9.0', files('older number, later come'), new Map());
    expect([await store.names(), await store.versions('mf-jobs')]).toEqual([
      ['mf-account', 'mf-jobs'],
      ['1.0.0', '0.9.0'],
    ]);
    const [first] = (await other.published()).filter(({ name }) => name === 'mf-jobs');
    expect(first).toMatchObject({ version: '1.0.0', at: expect.any(Number), bytes: expect.any(Number) });
    expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it.each(['../../../revisions/99/registry.json', '/etc/x', 'a b.js'])('writes no file that it could not read: %s', async (file) => {
    await expect(store.add('mf-jobs', '1.0.0', new Map([[file, Buffer.from('x')]]), new Map())).rejects.toThrow('nothing was stored');
    expect([await store.versions('mf-jobs'), await store.read('mf-jobs', '1.0.0', file).catch(() => null)]).toEqual([[], null]);
    await expect(store.read('..', '1.0.0', 'x')).rejects.toThrow('is not a module and version');
    await expect(store.add('mf-jobs', '../x', files('x'), new Map())).rejects.toThrow('is not a module and version');
  });

  it('replaces the registry only if it is unchanged since the read, and uses each number once', async () => {
    expect(await store.appendRevision(null, 'one', line(1))).toEqual([]);
    await expect(store.appendRevision(null, 'two', line(1))).rejects.toThrow('someone else has changed the registry');
    const stores = await Promise.all(Array.from({ length: 8 }, another));
    const races = await Promise.allSettled(stores.map((each, at) => each.appendRevision('one', `two of ${at}`, line(2, `two of ${at}`))));
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const now = (await (await another()).registry()) ?? '';
    expect(now).toBe(`two of ${races.findIndex(({ status }) => status === 'fulfilled')}`);
    expect(await (await another()).history()).toEqual([line(1), line(2, now)]);
    expect([await store.revision(1), await store.revision(2), await store.revision(3), (await store.latestRevision()).used]).toEqual([
      'one',
      now,
      null,
      2,
    ]);
  });

  it('accepts one of many concurrent publications of a version', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, another));
    const all = await Promise.allSettled(stores.map((each, at) => each.add('mf-jobs', '1.0.0', files(`of ${at}`), new Map())));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await textOf((await another()).read('mf-jobs', '1.0.0', 'deep/a.js'))).toBe(
      `of ${all.findIndex(({ status }) => status === 'fulfilled')}`,
    );
  });

  it('stores candidates and tokens unchanged, apart from revisions', async () => {
    await store.stage('0123456789abcdef', 'a candidate');
    await store.writeTokens('fedcba9876543210', 'tokens');
    const other = await another();
    expect([await other.candidates(), await other.candidate('0123456789abcdef'), await other.tokens('fedcba9876543210')]).toEqual([
      ['0123456789abcdef'],
      'a candidate',
      'tokens',
    ]);
    expect([await other.candidate('fedcba9876543210'), await other.tokens('../candidates/0123456789abcdef')]).toEqual([null, null]);
  });

  it('stores the last counts of each host until they are deleted', async () => {
    expect(await store.health()).toEqual(new Map());
    await store.writeHealth('a1', 'old');
    await store.writeHealth('a1', 'new');
    await (await another()).writeHealth('b2', 'two');
    expect(await (await another()).health()).toEqual(
      new Map([
        ['a1', 'new'],
        ['b2', 'two'],
      ]),
    );
    await store.writeHealth('a1', null);
    await store.writeHealth('a1', null);
    expect([...(await store.health()).keys()]).toEqual(['b2']);
  });

  it('[BUDGET-02] stores the sums of a day once, until they are removed', async () => {
    expect(await store.healthDays()).toEqual(new Map());
    await store.addHealthDay('2026-05-01', 'first');
    await (await another()).addHealthDay('2026-05-01', 'second');
    await store.addHealthDay('2026-05-02', 'next');
    const days = { '2026-05-01': 'first', '2026-05-02': 'next' };
    expect(await (await another()).healthDays()).toEqual(new Map(Object.entries(days)));
    await store.removeHealthDay('2026-05-01');
    await store.removeHealthDay('2026-05-01');
    expect([...(await store.healthDays()).keys()]).toEqual(['2026-05-02']);
  });

  it('notifies other processes of a revision within two seconds', async () => {
    await store.appendRevision(null, 'one', line(1));
    // Only the intervals are faked; the reads take real time.
    jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask'] });
    let told = 0;
    const stop = (await another()).watch(() => {
      told += 1;
    });
    const until = async (times: number) => {
      const end = performance.now() + 10_000;
      while (told < times && performance.now() < end) await new Promise((look) => setTimeout(look, 20));
      return told;
    };
    expect(await until(1)).toBe(1);
    await store.appendRevision('one', 'two', line(2));
    jest.advanceTimersByTime(2_000);
    expect(await until(2)).toBe(2);
    stop();
  });

  it('supports publish, activate, roll back and prune', async () => {
    const at = context();
    await deploy(at, { name: 'shell' }, { name: 'mf-jobs' });
    await deploy(at, { name: 'mf-jobs', version: '1.1.0', script: '1.1.0' });
    expect((await rollback(at, 'mf-jobs', undefined, info)).registry.modules['mf-jobs']?.version).toBe('1.0.0');
    expect(await fileProblems(await another(), 'mf-jobs', '1.1.0')).toEqual([]);
    await expect(publish(at, fakeBuild({ name: 'mf-jobs', version: '1.1.0', script: 'other' }), {})).rejects.toThrow(
      'a version never changes',
    );
    await publish(at, fakeBuild({ name: 'mf-jobs', version: '1.2.0' }), {});
    const later = { ...at, now: () => new Date(Date.now() + 90 * 86_400_000) };
    expect(await prune(later, { revisions: 3, days: 30, isDry: false })).toMatchObject({
      removed: [{ name: 'mf-jobs', version: '1.2.0' }],
      kept: 3,
    });
    expect([await (await another()).versions('mf-jobs'), await (await another()).read('mf-jobs', '1.2.0', 'module.json')]).toEqual([
      ['1.0.0', '1.1.0'],
      null,
    ]);
    await expect(publish(at, fakeBuild({ name: 'mf-jobs', version: '1.2.0' }), {})).rejects.toThrow('was published once, and pruned');
  });

  it('stores a delta to the previous version, usable while that version exists', async () => {
    const build = (version: string, text: string) => fakeBuild({ name: 'mf-jobs', version, contents: { 'a.js': text } });
    await publish(context(), build('1.0.0', noiseText(1)), {});
    await publish(context(), build('1.1.0', `${noiseText(1)}!`), {});
    const other = await another();
    const file = { name: 'mf-jobs', version: '1.1.0', file: 'a.js', plain: Buffer.from(`${noiseText(1)}!`) };
    const [[hash, from] = ['', { version: '', file: '' }]] = await dictionariesOf(other, file);
    expect(from).toEqual({ version: '1.0.0', file: 'a.js' });
    expect((await readDelta(other, file, hash, from))?.length).toBeLessThan(100);
    expect(await readDelta(other, { ...file, plain: Buffer.from(noiseText(2)) }, hash, from)).toBe('changed');
    expect(await deltaProblems(other, 'mf-jobs', '1.1.0')).toEqual([]);
    await store.hide('mf-jobs', '1.0.0');
    await store.deleteVersion('mf-jobs', '1.0.0');
    expect([await readDelta(await another(), file, hash, from), await deltaProblems(await another(), 'mf-jobs', '1.1.0')]).toEqual([
      null,
      [],
    ]);
  });

  it('loses nothing when four processes activate and eight publish at the same time', async () => {
    const at = context();
    const names = ['mf-a', 'mf-b'];
    await deploy(at, { name: 'shell' }, ...names.map((name) => ({ name })));
    for (const name of names)
      for (const version of ['1.1.0', '1.2.0']) await publish(at, fakeBuild({ name, version, script: version }), {});
    const each = async (act: (own: typeof at) => Promise<unknown>) => act({ ...at, store: await another() });
    const acts = [
      ...names.flatMap((name) => ['1.1.0', '1.2.0'].map((version) => each((own) => activate(own, [{ name, version }], info)))),
      ...names.flatMap((name) =>
        ['2.0.0', '2.0.0', '2.1.0', '2.1.0'].map((version) =>
          each((own) => publish(own, fakeBuild({ name, version, script: version }), {})),
        ),
      ),
    ];
    const settled = await Promise.allSettled(acts);
    const live = settled.slice(0, 4).filter(({ status }) => status === 'fulfilled').length;
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason.message).toMatch(/someone else has changed|published already/);
    const history = await (await another()).history();
    expect(live).toBeGreaterThanOrEqual(names.length);
    expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: live + 1 }, (_, n) => n + 1));
    for (const name of names) {
      expect((await store.versions(name)).sort()).toEqual(['1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0']);
      expect(await fileProblems(store, name, '2.0.0')).toEqual([]);
    }
  });
});
