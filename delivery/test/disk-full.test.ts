import { readdirSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { fileProblems } from '../src/gate/gate';
import { commandLine } from './command-line';
import { fakeBuild } from './fixtures';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const words = () => said().replace(/\s+/g, ' ').trim();

/** The calls that need disk space; each is used by a write of the store. */
const WRITES = ['open', 'mkdir', 'rename', 'appendFile'] as const;

/** Simulates a disk that is full from its n-th write on; `words`: the calls that need space. Returns the number of writes. */
function full(from: number, words: readonly (typeof WRITES)[number][] = WRITES): { writes(): number; restore(): void } {
  let writes = 0;
  const isFull = () => ++writes >= from;
  const refuse = (path: unknown) => Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), { code: 'ENOSPC', path });
  const spies = words.map((name) => {
    const real = fsPromises[name] as (...args: unknown[]) => Promise<unknown>;
    return jest.spyOn(fsPromises, name as 'open').mockImplementation(async (...args: unknown[]) => {
      // Reading, and opening a folder to sync it, need no space.
      if (args[1] === 'r' || typeof args[1] === 'number') return real(...args) as never;
      if (isFull()) throw refuse(args[0]);
      const made = await real(...args);
      if (name !== 'open') return made as never;
      // Opening may succeed when writing fails.
      const handle = made as Awaited<ReturnType<typeof fsPromises.open>>;
      const fill = handle.writeFile.bind(handle);
      handle.writeFile = async (...given) => {
        if (isFull()) throw refuse(args[0]);
        return fill(...given);
      };
      return handle;
    });
  });
  return {
    writes: () => writes,
    restore: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

const next = { name: 'mf-jobs', version: '1.2.0', contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } };

describe('a full disk', () => {
  it('a full disk at any write of a publication gives one message, publishes nothing, and allows a retry', async () => {
    const { store, data } = await begin();
    const build = fakeBuild(next);
    const before = { registry: await store.registry(), folders: readdirSync(`${data}/modules/mf-jobs`).sort() };
    let tries = 0;
    for (let from = 1; ; from++) {
      const disk = full(from);
      const code = await portal('publish', 'mf-jobs', '--dir', build);
      disk.restore();
      tries = from;
      if (code === 0) break;
      expect(words()).toMatch(/^portal: no space is left for \S+: nothing was done\. portal prune --dry-run shows what can be removed$/);
      expect({ registry: await store.registry(), folders: readdirSync(`${data}/modules/mf-jobs`).sort() }).toEqual(before);
      expect(await store.versions('mf-jobs')).toEqual(['1.0.0', '1.1.0']);
    }
    expect(tries).toBeGreaterThan(20);
    expect(await fileProblems(store, 'mf-jobs', '1.2.0')).toEqual([]);
  });

  it('a full disk at any write of an activation leaves it live with a message, or changes nothing', async () => {
    const { store } = await begin();
    const before = await store.registry();
    const codes: number[] = [];
    for (let from = 1; codes.at(-1) !== 0; from++) {
      const disk = full(from);
      codes.push(await portal('rollback', 'mf-jobs', '--reason', 'slow'));
      disk.restore();
      if (codes.at(-1) === 1) expect([await store.registry(), words()]).toEqual([before, expect.stringContaining('no space is left for')]);
    }
    expect(codes.length).toBeGreaterThan(4);
    // In the last one only the write of history.jsonl failed.
    expect(words()).toContain('revision 4 is live warning: history.jsonl could not be written, the revision has its line: ENOSPC');
    expect((await store.history()).map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
  });

  it('is freed by prune, which deletes before it writes', async () => {
    const { store } = await begin();
    for (const version of ['1.2.0', '1.3.0'])
      expect(await portal('publish', 'mf-jobs', '--dir', fakeBuild({ ...next, version, script: version }), '--activate')).toBe(0);
    const later = Date.now() + 90 * 86_400_000;
    jest.useFakeTimers({ now: later, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'] });
    // A rename in the same folder needs no space.
    const disk = full(1, ['open', 'mkdir', 'appendFile']);
    const code = await portal('prune', '--keep', '1');
    disk.restore();
    jest.useRealTimers();
    expect([code, words()]).toEqual([0, expect.stringMatching(/^removed 2 versions/)]);
    expect(await store.versions('mf-jobs')).toEqual(['1.2.0', '1.3.0']);
  });
});
