import { deploy, fakeBuild, newContext, servedApi } from '../../test/fixtures';
import { StoreFailure, UserError } from '../errors';
import { emptyStats, type VersionStats } from '../health/version-stats';
import { readRegistry } from '../registry/update-registry';
import { canary, stopCanary } from './canary';
import { publish } from './publish';
import { parsePlan, rollout } from './rollout';

const START = Date.parse('2026-05-01T12:00:00Z');
const MINUTE = 60_000;
const info = { by: 'ana', why: 'a rollout in stages' };
const next = { name: 'mf-jobs', version: '1.5.0' };
const plan = parsePlan({ minutes: '2' });
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });

/** A store with an active version and the next one published, under a clock that moves while the rollout waits. */
async function begin() {
  let clock = START;
  const context = { ...newContext(), now: () => new Date(clock) };
  await deploy(context, { name: 'shell' }, jobs('1.4.2'));
  await publish(context, fakeBuild(jobs('1.5.0')), {});
  const counts: Record<string, VersionStats> = { 'mf-jobs@1.4.2': { ...emptyStats(), views: 5_000 } };
  const lines: string[] = [];
  const minutes = () => (clock - START) / MINUTE;
  /** `during` runs at each wait, as guards, operators and hosts do. */
  const run = async (during: () => unknown = () => undefined, { views = 1, given = plan, note = null as string | null } = {}) => {
    const writeHealth = () =>
      context.store.writeHealth('0123456789ab', JSON.stringify({ at: context.now().toISOString(), healing: 'on', note, versions: counts }));
    return rollout(context, next, given, info, {
      say: (line) => void lines.push(`${minutes()} ${line}`),
      readServed: async () => servedApi({}),
      wait: async (ms) => {
        clock += ms;
        if (minutes() > 20) throw new Error('It does not end');
        const before = counts['mf-jobs@1.5.0'] ?? emptyStats();
        counts['mf-jobs@1.5.0'] = { ...before, views: before.views + views };
        await during();
        await writeHealth();
      },
    });
  };
  const entry = async () => (await readRegistry(context)).registry?.modules['mf-jobs'];
  return { context, counts, lines, minutes, run, entry };
}

it('runs the version on growing shares, for the time of a stage each, and then makes it active', async () => {
  const { context, lines, run, entry } = await begin();
  await run();
  expect(lines).toEqual([
    '0 1 % of the devices run mf-jobs 1.5.0',
    '2 10 % of the devices run mf-jobs 1.5.0',
    '4 50 % of the devices run mf-jobs 1.5.0',
  ]);
  expect(await entry()).toMatchObject({ version: '1.5.0', canary: null, lastGood: { version: '1.4.2' } });
  expect((await context.store.history()).slice(-4).flatMap(({ changes }) => changes.map(({ how, percent }) => [how, percent]))).toEqual([
    ['canary', 1],
    ['canary', 10],
    ['canary', 50],
    ['promote', undefined],
  ]);
  expect(await run()).toBeNull();
});

it('waits for page views, because the health of a version without views is unknown', async () => {
  const { lines, minutes, counts, run } = await begin();
  const seen = () => counts['mf-jobs@1.5.0']?.views ?? 0;
  await run(() => minutes() > 3 && Object.assign(counts['mf-jobs@1.5.0'] ?? {}, { views: seen() + 1 }), { views: 0 });
  expect(lines.slice(0, 2)).toEqual([
    '0 1 % of the devices run mf-jobs 1.5.0',
    '2 1 %: its time is over; 0 of 20 page views, so it goes on',
  ]);
  expect(Number(lines[2]?.split(' ')[0])).toBeGreaterThan(3);
});

it('stops and quarantines a version that is worse than the active one, by the rule of self-heal', async () => {
  const { counts, run, entry, minutes } = await begin();
  const fail = () => minutes() > 2.5 && Object.assign(counts['mf-jobs@1.5.0'] ?? {}, { failed: 60 });
  const why = /^the rollout of mf-jobs 1\.5\.0 ended at 10 %: 60 of \d+ views failed \(\d+ %\); 1\.4\.2: 0 of 5000$/;
  await expect(run(fail)).rejects.toThrow(why);
  expect(await entry()).toMatchObject({
    version: '1.4.2',
    canary: null,
    quarantined: { '1.5.0': expect.stringContaining('views failed') },
  });
  await expect(run()).rejects.toThrow('is quarantined');
});

it.each<[string, string, (context: Awaited<ReturnType<typeof begin>>['context']) => Promise<unknown>]>([
  ['was stopped', 'blank list', (context) => stopCanary(context, next, { by: 'self-heal', why: 'blank list' })],
  ['got another share', 'its share was set to 5 %', (context) => canary(context, next, 5, info)],
])('ends when the version %s meanwhile', async (_what, why, act) => {
  const { context, run, minutes } = await begin();
  let isDone = false;
  const during = async () => {
    if (minutes() < 1 || isDone) return;
    isDone = true;
    await act(context);
  };
  await expect(run(during)).rejects.toThrow(new UserError(`the rollout of mf-jobs 1.5.0 ended at 1 %: ${why}`));
});

it('ends when self-heal leaves the version to people', async () => {
  const { run } = await begin();
  const note = 'mf-jobs 1.5.0 should go back (3 of 9 views failed): the store is read-only';
  await expect(run(undefined, { note })).rejects.toThrow(note);
});

it('continues an interrupted rollout with its stage', async () => {
  const { context, lines, run, entry } = await begin();
  await canary(context, next, 10, info);
  await run();
  expect(lines.map((line) => line.split(' ').slice(0, 2))).toEqual([
    ['0', '10'],
    ['2', '50'],
  ]);
  expect(await entry()).toMatchObject({ version: '1.5.0' });
});

it('continues after the store was unreachable', async () => {
  const { context, lines, run, entry } = await begin();
  const { health } = context.store;
  let silent = 0;
  context.store.health = async () => {
    if (++silent > 3 && silent < 6) throw new StoreFailure('no answer');
    return health.call(context.store);
  };
  await run();
  expect(lines.filter((line) => line.endsWith('the store is unreachable: no answer'))).toHaveLength(2);
  expect(await entry()).toMatchObject({ version: '1.5.0' });
});

it.each([
  [{ stages: '10,5,100' }, '--stages'],
  [{ stages: '1,10' }, '--stages'],
  [{ stages: 'all' }, '--stages'],
  [{ minutes: '0' }, '--minutes'],
  [{ views: '-1' }, '--views'],
])('refuses the plan %j', (given, option) => {
  expect(() => parsePlan(given)).toThrow(option);
});
