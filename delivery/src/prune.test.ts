import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canary } from './canary';
import { deploy, fakeBuild, newDesk, order } from './fixtures';
import { rollback } from './operate';
import { type PruneOptions, prune } from './prune';
import { publish } from './publish';
import { stage } from './stage';

const DAY_MS = 86_400_000;
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });
const shell = { name: 'shell' };
const options: PruneOptions = { revisions: 1, days: 30, isDry: false };

/** A portal with a clock in days; file times in the store are real. */
function portal() {
  const made = newDesk();
  let days = 0;
  const desk = { ...made, now: () => new Date(Date.now() + days * DAY_MS) };
  return {
    desk,
    wait: (more: number) => {
      days += more;
    },
    there: async () => (await desk.store.published()).map(({ name, version }) => `${name}@${version}`),
  };
}

/** Publishes and activates 1.0.0 to 1.3.0 of mf-jobs, one a day; the last is active. */
async function four() {
  const made = portal();
  await deploy(made.desk, shell, jobs('1.0.0'));
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    made.wait(1);
    await deploy(made.desk, jobs(version));
  }
  return made;
}

it('removes versions that no newer revision needs, and keeps the active and the last good version', async () => {
  const { desk, wait, there } = await four();
  wait(40);
  const dry = await prune(desk, { ...options, isDry: true });
  expect(dry).toMatchObject({ removed: [{ name: 'mf-jobs', version: '1.0.0' }, { version: '1.1.0' }], kept: 3 });
  expect(await there()).toHaveLength(5);
  expect(await prune(desk, options)).toEqual(dry);
  expect(await there()).toEqual(['mf-jobs@1.2.0', 'mf-jobs@1.3.0', 'shell@1.0.0']);
  expect(existsSync(join(desk.data, 'maps/mf-jobs/1.0.0'))).toBe(false);
  expect(await prune(desk, options)).toEqual({ removed: [], kept: 3, underWay: 0 });
  // Its last good version is still available.
  expect((await rollback(desk, 'mf-jobs', undefined, order)).changes[0]).toMatchObject({ to: '1.2.0' });
});

it('keeps a version that ran recently, because pages opened then still request its files', async () => {
  const { desk, wait, there } = await four();
  // The version active until 29.5 days ago had 1.0.0 as its last good version.
  wait(28.5);
  expect((await prune(desk, options)).removed.map(({ version }) => version)).toEqual([]);
  wait(1);
  await prune(desk, options);
  expect(await there()).toEqual(['mf-jobs@1.1.0', 'mf-jobs@1.2.0', 'mf-jobs@1.3.0', 'shell@1.0.0']);
});

it.each<[string, (desk: ReturnType<typeof newDesk>) => Promise<unknown>]>([
  ['a canary', (desk) => canary(desk, { name: 'mf-jobs', version: '1.0.0' }, 5, order)],
  ['a candidate', (desk) => stage(desk, [{ name: 'mf-jobs', version: '1.0.0' }], order, 72)],
])('keeps the versions of %s', async (_, needs) => {
  const { desk, wait, there } = await four();
  wait(40);
  await needs(desk);
  await prune(desk, options);
  expect(await there()).toContain('mf-jobs@1.0.0');
  expect(await there()).not.toContain('mf-jobs@1.1.0');
});

it('removes the version of an expired candidate', async () => {
  const { desk, wait, there } = await four();
  await stage(desk, [{ name: 'mf-jobs', version: '1.0.0' }], order, 72);
  wait(40);
  await prune(desk, options);
  expect(await there()).not.toContain('mf-jobs@1.0.0');
});

it('keeps a version that a candidate showed recently, because pages opened then still request its files', async () => {
  const { desk, wait, there } = await four();
  await stage(desk, [{ name: 'mf-jobs', version: '1.0.0' }], order, 72);
  wait(32);
  await prune(desk, options);
  expect(await there()).toContain('mf-jobs@1.0.0');
  wait(2);
  await prune(desk, options);
  expect(await there()).not.toContain('mf-jobs@1.0.0');
});

it('keeps the versions of the newest revisions, and recently published versions that never ran', async () => {
  const { desk, wait, there } = await four();
  await publish(desk.store, fakeBuild(jobs('2.0.0')), {});
  wait(20);
  await prune(desk, { ...options, days: 25 });
  expect(await there()).toContain('mf-jobs@2.0.0');
  wait(20);
  expect((await prune(desk, { ...options, revisions: 4, isDry: true })).removed.map(({ version }) => version)).toEqual(['2.0.0']);
});

it('never reuses the number of a pruned version', async () => {
  const { desk, wait } = await four();
  wait(40);
  await prune(desk, options);
  await expect(publish(desk.store, fakeBuild(jobs('1.0.0')), {})).rejects.toThrow('mf-jobs 1.0.0 was published once, and pruned');
});

it.each<[string, (data: string) => void, RegExp]>([
  ['a revision', (data) => writeFileSync(join(data, 'revisions/3/registry.json'), '{'), /revision 3 cannot be read/],
  [
    'a candidate',
    (data) => {
      mkdirSync(join(data, 'candidates/abc'), { recursive: true });
      writeFileSync(join(data, 'candidates/abc/registry.json'), '{"document":"{}","signature":""}');
    },
    /candidate abc cannot be read/,
  ],
])('removes nothing if %s cannot be read', async (_, spoil, words) => {
  const { desk, wait, there } = await four();
  wait(40);
  spoil(desk.data);
  await expect(prune(desk, { ...options, revisions: 3 })).rejects.toThrow(words);
  expect(await there()).toHaveLength(5);
});

it('removes nothing if the clock of this machine is behind', async () => {
  const { desk, wait, there } = await four();
  wait(-2);
  await expect(prune(desk, options)).rejects.toThrow('the clock of this machine is behind that');
  expect(await there()).toHaveLength(5);
});

it('restores all versions when a concurrent activation needs one', async () => {
  const { desk, wait, there } = await four();
  wait(40);
  const { store } = desk;
  let isFirst = true;
  const slow = {
    ...desk,
    store: {
      ...store,
      async setAside(name: string, version: string) {
        if (isFirst) {
          isFirst = false;
          await rollback(desk, 'mf-jobs', '1.0.0', order);
        }
        return store.setAside(name, version);
      },
    },
  };
  await expect(prune(slow, options)).rejects.toThrow('nothing was removed: revision 5 needs one of the versions');
  expect(await there()).toHaveLength(5);
});
