import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { canary } from './canary';
import { type PruneOptions, prune } from './prune';
import { publish } from './publish';
import { rollback } from './rollback';
import { stage } from './stage';

const DAY_MS = 86_400_000;
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });
const shell = { name: 'shell' };
const options: PruneOptions = { revisions: 1, days: 30, isDry: false };

/** A portal with a clock in days; file times in the store are real. */
function portal() {
  const made = newContext();
  let days = 0;
  const context = { ...made, now: () => new Date(Date.now() + days * DAY_MS) };
  return {
    context,
    wait: (more: number) => {
      days += more;
    },
    there: async () => (await context.store.published()).map(({ name, version }) => `${name}@${version}`),
  };
}

/** Publishes and activates 1.0.0 to 1.3.0 of mf-jobs, one a day; the last is active. */
async function four() {
  const made = portal();
  await deploy(made.context, shell, jobs('1.0.0'));
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    made.wait(1);
    await deploy(made.context, jobs(version));
  }
  return made;
}

it('removes versions that no newer revision needs, and keeps the active and the last good version', async () => {
  const { context, wait, there } = await four();
  wait(40);
  const dry = await prune(context, { ...options, isDry: true });
  expect(dry).toMatchObject({ removed: [{ name: 'mf-jobs', version: '1.0.0' }, { version: '1.1.0' }], kept: 3 });
  expect(await there()).toHaveLength(5);
  expect(await prune(context, options)).toEqual(dry);
  expect(await there()).toEqual(['mf-jobs@1.2.0', 'mf-jobs@1.3.0', 'shell@1.0.0']);
  expect(existsSync(join(context.data, 'maps/mf-jobs/1.0.0'))).toBe(false);
  expect(await prune(context, options)).toEqual({ removed: [], kept: 3, underWay: 0 });
  // Its last good version is still available.
  expect((await rollback(context, 'mf-jobs', undefined, info)).changes[0]).toMatchObject({ to: '1.2.0' });
});

it('keeps a version that ran recently, because pages opened then still request its files', async () => {
  const { context, wait, there } = await four();
  // The version active until 29.5 days ago had 1.0.0 as its last good version.
  wait(28.5);
  expect((await prune(context, options)).removed.map(({ version }) => version)).toEqual([]);
  wait(1);
  await prune(context, options);
  expect(await there()).toEqual(['mf-jobs@1.1.0', 'mf-jobs@1.2.0', 'mf-jobs@1.3.0', 'shell@1.0.0']);
});

it.each<[string, (context: ReturnType<typeof newContext>) => Promise<unknown>]>([
  ['a canary', (context) => canary(context, { name: 'mf-jobs', version: '1.0.0' }, 5, info)],
  ['a candidate', (context) => stage(context, [{ name: 'mf-jobs', version: '1.0.0' }], info, 72)],
])('keeps the versions of %s', async (_, needs) => {
  const { context, wait, there } = await four();
  wait(40);
  await needs(context);
  await prune(context, options);
  expect(await there()).toContain('mf-jobs@1.0.0');
  expect(await there()).not.toContain('mf-jobs@1.1.0');
});

it('removes the version of an expired candidate', async () => {
  const { context, wait, there } = await four();
  await stage(context, [{ name: 'mf-jobs', version: '1.0.0' }], info, 72);
  wait(40);
  await prune(context, options);
  expect(await there()).not.toContain('mf-jobs@1.0.0');
});

it('keeps a version that a candidate showed recently, because pages opened then still request its files', async () => {
  const { context, wait, there } = await four();
  await stage(context, [{ name: 'mf-jobs', version: '1.0.0' }], info, 72);
  wait(32);
  await prune(context, options);
  expect(await there()).toContain('mf-jobs@1.0.0');
  wait(2);
  await prune(context, options);
  expect(await there()).not.toContain('mf-jobs@1.0.0');
});

it('keeps the versions of the newest revisions, and recently published versions that never ran', async () => {
  const { context, wait, there } = await four();
  await publish(context, fakeBuild(jobs('2.0.0')), {});
  wait(20);
  await prune(context, { ...options, days: 25 });
  expect(await there()).toContain('mf-jobs@2.0.0');
  wait(20);
  expect((await prune(context, { ...options, revisions: 4, isDry: true })).removed.map(({ version }) => version)).toEqual(['2.0.0']);
});

it('never reuses the number of a pruned version', async () => {
  const { context, wait } = await four();
  wait(40);
  await prune(context, options);
  await expect(publish(context, fakeBuild(jobs('1.0.0')), {})).rejects.toThrow('mf-jobs 1.0.0 was published once, and pruned');
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
  const { context, wait, there } = await four();
  wait(40);
  spoil(context.data);
  await expect(prune(context, { ...options, revisions: 3 })).rejects.toThrow(words);
  expect(await there()).toHaveLength(5);
});

it('removes nothing if the clock of this machine is behind', async () => {
  const { context, wait, there } = await four();
  wait(-2);
  await expect(prune(context, options)).rejects.toThrow('the clock of this machine is behind that');
  expect(await there()).toHaveLength(5);
});

it('restores all versions when a concurrent activation needs one', async () => {
  const { context, wait, there } = await four();
  wait(40);
  const { store } = context;
  let isFirst = true;
  const slow = {
    ...context,
    store: {
      ...store,
      async hide(name: string, version: string) {
        if (isFirst) {
          isFirst = false;
          await rollback(context, 'mf-jobs', '1.0.0', info);
        }
        return store.hide(name, version);
      },
    },
  };
  await expect(prune(slow, options)).rejects.toThrow('nothing was removed: revision 5 needs one of the versions');
  expect(await there()).toHaveLength(5);
});
