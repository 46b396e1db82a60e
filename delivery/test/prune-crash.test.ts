import { startObjectStore } from '../../api/test/object-store';
import { activate } from '../src/commands/activate';
import { canary } from '../src/commands/canary';
import { prune } from '../src/commands/prune';
import { publish } from '../src/commands/publish';
import { rollback } from '../src/commands/rollback';
import { stage } from '../src/commands/stage';
import { fileProblems } from '../src/gate/gate';
import type { Store } from '../src/store/store';
import { deploy, fakeBuild, info, newContext } from './fixtures';
import { type ReopenableStore, storeKinds } from './store-kinds';

describe.each(storeKinds(startObjectStore))('prune of %s', (_kind, begin) => {
  let place: ReopenableStore;
  let another: () => Promise<Store>;
  let store: Store;
  beforeEach(async () => {
    place = begin();
    another = place.open;
    store = await another();
  });

  const options = { revisions: 1, days: 30, isDry: false };
  const DAY_MS = 86_400_000;
  const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });
  /** 1.3.0 is active and 1.2.0 is its last good version; the last activation was `days` days ago. */
  async function four(days = 40) {
    const at = { ...newContext(), store };
    await deploy(at, { name: 'shell' }, jobs('1.0.0'));
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) await deploy(at, jobs(version));
    let later = days * DAY_MS;
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
    return {
      context: (own = store) => ({ ...at, store: own, now: () => new Date(Date.now()) }),
      wait: (more: number) => {
        later += more;
      },
    };
  }
  afterEach(() => jest.restoreAllMocks());
  const versions = async () => (await (await another()).versions('mf-jobs')).join(' ');
  const gone = ['1.0.0', '1.1.0'];
  /** Expects that their files are gone, their numbers are not reused, and the other versions are complete. */
  async function areGone() {
    const own = await another();
    expect(await versions()).toBe('1.2.0 1.3.0');
    for (const version of gone) {
      expect(await place.kept('mf-jobs', version)).toEqual([expect.stringMatching(/json$/)]);
      await expect(publish({ ...newContext(), store: own }, fakeBuild(jobs(version)), {})).rejects.toThrow(
        `mf-jobs ${version} was published once, and pruned`,
      );
    }
    for (const version of ['1.2.0', '1.3.0']) expect(await fileProblems(own, 'mf-jobs', version)).toEqual([]);
  }

  it('is completed by the next prune after a kill at any write, and no number is reused until then', async () => {
    const made = { ...newContext(), store };
    await deploy(made, { name: 'shell' });
    const small = () =>
      new Map([
        ['module.json', Buffer.from('{}')],
        ['a.js', Buffer.from('a')],
      ]);
    let days = 0;
    const at = (own: Store) => ({ ...made, store: own, now: () => new Date(Date.now() + days * DAY_MS) });
    let isKilled = true;
    for (let write = 1; isKilled; write++) {
      const version = `0.${write}.0`;
      const add = (own: Store) => own.add('mf-jobs', version, small(), new Map([['a.js.map', Buffer.from('map')]]));
      await add(store);
      days += 31;
      isKilled = await place.crashAtWrite(write, (own) => prune(at(own), options));
      await expect(add(store)).rejects.toThrow(/never changes|was published once/);
      days += 1;
      const own = await another();
      await prune(at(own), options);
      expect(await place.kept('mf-jobs', version)).toEqual([expect.stringMatching(/json$/)]);
      await expect(add(own)).rejects.toThrow('was published once, and pruned');
    }
  });

  it('removes each version once when two run at the same time, and neither fails', async () => {
    const { context: at } = await four();
    const both = await Promise.all([prune(at(await another()), options), prune(at(await another()), options)]);
    const removed = both.flatMap((one) => one.removed.map(({ version }) => version));
    expect(removed.sort()).toEqual(gone);
    await areGone();
  });

  it('restores all versions when a concurrent rollback needs one, despite a publisher of the same module', async () => {
    const { context: at } = await four();
    const before = await store.published();
    const own = await another();
    const quick: Store = {
      ...own,
      async hide(name, version) {
        if (version === '1.0.0') await rollback(at(), 'mf-jobs', '1.0.0', info);
        const made = await own.hide(name, version);
        // The publisher deletes leftovers of other publishers.
        if (version === '1.1.0') await publish(at(), fakeBuild(jobs('2.0.0')), {});
        return made;
      },
    };
    await expect(prune(at(quick), options)).rejects.toThrow('nothing was removed: revision 5 needs one of the versions');
    expect((await store.published()).filter(({ version }) => version !== '2.0.0')).toEqual(before);
    for (const version of gone) expect(await fileProblems(store, 'mf-jobs', version)).toEqual([]);
    expect(await store.listHidden()).toEqual([]);
  });

  it('restores a version that a candidate needs since the check', async () => {
    const { context: at } = await four();
    const own = await another();
    let isFirst = true;
    const slow: Store = {
      ...own,
      async hide(name, version) {
        const stages = isFirst;
        isFirst = false;
        if (stages) await stage(at(), [{ name, version }], info, 72);
        return own.hide(name, version);
      },
    };
    await expect(prune(at(slow), options)).rejects.toThrow('nothing was removed: a candidate needs one of the versions');
    expect(await versions()).toBe('1.0.0 1.1.0 1.2.0 1.3.0');
  });

  it('removes nothing when one version cannot be hidden', async () => {
    const { context: at } = await four();
    const own = await another();
    const broken: Store = {
      ...own,
      async hide(name, version) {
        if (version === '1.1.0') throw new Error('no right to that');
        return own.hide(name, version);
      },
    };
    await expect(prune(at(broken), options)).rejects.toThrow('no right to that');
    expect(await versions()).toBe('1.0.0 1.1.0 1.2.0 1.3.0');
  });

  it('after a kill, no process activates a hidden version or reuses its number', async () => {
    const { context: at } = await four(0);
    const one = { name: 'mf-jobs', version: '1.0.0' };
    expect(await fileProblems(store, one.name, one.version)).toEqual([]);
    await (await another()).hide(one.name, one.version);
    const acts = [
      () => activate(at(), [one], info),
      () => rollback(at(), one.name, one.version, info),
      () => canary(at(), one, 5, info),
      () => stage(at(), [one], info, 72),
    ];
    for (const act of acts) await expect(act()).rejects.toThrow('mf-jobs 1.0.0 is not published; there are 1.1.0, 1.2.0, 1.3.0');
    await expect(publish(at(), fakeBuild(jobs('1.0.0')), {})).rejects.toThrow('was published once, and pruned');
    expect(await fileProblems(store, one.name, one.version)).toEqual(['mf-jobs 1.0.0 is not published']);
    await (await another()).unhide(one.name, one.version);
    expect(await fileProblems(store, one.name, one.version)).toEqual([]);
    expect((await rollback(at(), one.name, one.version, info)).registry.modules['mf-jobs']?.version).toBe('1.0.0');
  });

  it('restores a needed version of a killed prune, and leaves the versions of a running prune', async () => {
    const { context: at, wait } = await four(0);
    const soon = { ...options, days: 0 };
    for (const version of ['1.0.0', '1.3.0']) await store.hide('mf-jobs', version);
    expect(await prune(at(), soon)).toMatchObject({ removed: [{ version: '1.1.0' }], underWay: 1 });
    expect(await versions()).toBe('1.2.0 1.3.0');
    expect(await fileProblems(store, 'mf-jobs', '1.3.0')).toEqual([]);
    wait(2 * 3_600_000);
    expect(await prune(at(), soon)).toMatchObject({ removed: [{ version: '1.0.0' }], underWay: 0 });
    await areGone();
  });
});
