import type { Registry } from '@portal/mf-kit/module';
import { deploy, newContext, writeEvents } from '../../test/fixtures';
import { prune } from '../commands/prune';
import { StoreFailure } from '../errors';
import { readRegistry } from '../registry/update-registry';
import { dayOf } from './budget-counts';
import { type EventSums, noEvents } from './error-budget';
import { damagedDays, emptyBudgets, readBudgets } from './module-budgets';
import { ReleaseMonitor } from './release-monitor';

const START = Date.parse('2026-05-01T12:00:00Z');
const DAY = 24 * 60 * 60_000;
let clock: number;
let context: ReturnType<typeof newContext>;
const registry = async () => (await readRegistry(context)).registry as Registry;
const jobs = {
  name: 'mf-jobs',
  routes: { '/search-job': 'Search' },
  owner: '@portal/jobs',
  objective: { availability: 0.99, latencyMs: 1000 },
};

beforeEach(async () => {
  clock = START;
  context = { ...newContext(), now: () => new Date(clock) };
  await deploy(context, { name: 'shell' }, jobs);
});

async function openHost() {
  const watch = new ReleaseMonitor({ store: context.store, healing: { off: 'a test' }, now: () => clock, log: () => undefined });
  watch.follow(await registry(), new Map([['mf-jobs', jobs.objective]]));
  return watch;
}
type Host = Awaited<ReturnType<typeof openHost>>;

/** Reports of one view of each device, each from its own network. */
function report(watch: Host, ended: 'stood' | 'failed', first: number, count: number, lcp?: number): void {
  for (let one = first; one < first + count; one++)
    watch.report({ device: `d${one}`, network: `n${one}` }, 1, {
      token: '',
      sightings: [{ name: 'mf-jobs', version: '1.0.0', route: '/search-job', ended }],
      ratings: lcp === undefined ? [] : [{ name: 'mf-jobs', version: '1.0.0', lcp, inp: null, cls: null }],
    });
}
async function budgets() {
  const all = await readBudgets(context.store, await registry(), clock);
  const [availability, latency] = all['mf-jobs']?.budgets ?? [];
  if (!availability || !latency) throw new Error('mf-jobs has no budget');
  return { all, availability, latency };
}
const nextDay = async (watch: Host) => {
  clock += DAY;
  await watch.learn();
};

it('[BUDGET-02] adds the events of all hosts, and compares page loads with the objective of the module', async () => {
  const [one, other] = [await openHost(), await openHost()];
  report(one, 'stood', 0, 40, 1001);
  report(other, 'failed', 100, 3, 1000);
  await Promise.all([one.keep(), other.keep()]);
  const { availability, latency, all } = await budgets();
  expect(availability).toMatchObject({ bad: 3, of: 43, target: 0.99, left: null });
  expect(latency).toMatchObject({ bad: 40, of: 43, target: 0.75 });
  expect(all['mf-jobs']).toMatchObject({ owner: '@portal/jobs', objective: { latencyMs: 1000 } });
});

it('[BUDGET-02] keeps the events for 28 days over restarts, a week without a host, and prune', async () => {
  const first = await openHost();
  report(first, 'stood', 0, 50);
  report(first, 'failed', 100, 4);
  await first.close();
  clock += 9 * DAY;
  const second = await openHost();
  await second.learn();
  await second.keep();
  await prune(context, { revisions: 1, days: 1, isDry: false });
  expect([...(await context.store.health()).keys()]).toHaveLength(1);
  expect([...(await context.store.healthDays()).keys()]).toEqual([dayOf(START)]);
  expect((await budgets()).availability).toMatchObject({ bad: 4, of: 54 });
  clock = START + 27 * DAY;
  expect((await budgets()).availability).toMatchObject({ bad: 4, of: 54 });
  await nextDay(second);
  expect((await budgets()).availability).toMatchObject({ bad: 0, of: 0 });
  expect(await context.store.healthDays()).toEqual(new Map());
});

it('counts a day once while hosts still have it and it is stored', async () => {
  const watch = await openHost();
  report(watch, 'stood', 0, 7);
  await watch.keep();
  for (let days = 1; days <= 3; days++) {
    await nextDay(watch);
    await watch.keep();
    expect((await budgets()).availability.of).toBe(7);
  }
  expect((await context.store.healthDays()).size).toBe(1);
});

it('[BUDGET-03] counts no bad view of a host that saw fewer than three affected networks that day, also after 20 restarts', async () => {
  for (let restart = 0; restart < 20; restart++) {
    const watch = await openHost();
    report(watch, 'failed', 0, 2);
    await watch.close();
  }
  expect((await budgets()).availability).toMatchObject({ bad: 0, of: 40 });
  const watch = await openHost();
  report(watch, 'failed', 0, 3);
  await watch.close();
  expect((await budgets()).availability.bad).toBe(3);
});

it('[BUDGET-03] counts no late load of a host with fewer than three networks with late loads that day, also after 150 restarts', async () => {
  const health = Array.from({ length: 150 }, (_, host) => (host + 10).toString(16));
  for (const host of health) await writeEvents(context.store, host, 'mf-jobs', { '2026-05-01': { loads: 1, late: 1 } });
  expect((await budgets()).latency).toMatchObject({ bad: 0, of: 150, left: 100 });
  const watch = await openHost();
  report(watch, 'stood', 0, 2, 1001);
  await watch.close();
  expect((await budgets()).latency.bad).toBe(0);
  await writeEvents(context.store, 'fff', 'mf-jobs', { '2026-05-01': { loads: 3, late: 3 } });
  expect((await budgets()).latency.bad).toBe(3);
});

it('hides the failures of fewer than three networks from the burn rate, too', async () => {
  const watch = await openHost();
  report(watch, 'stood', 0, 48, 1);
  report(watch, 'failed', 100, 2, 1001);
  await watch.keep();
  const { availability, latency } = await budgets();
  expect([availability.bad, availability.burn, latency.burn]).toEqual([0, { hour: 0, sixHours: 0 }, { hour: 0, sixHours: 0 }]);
  report(watch, 'failed', 102, 1);
  await watch.keep();
  expect((await budgets()).availability.burn.hour).toBeCloseTo(300 / 51, 6);
});

it('gives the burn rate of the last hour and the last six hours', async () => {
  const watch = await openHost();
  report(watch, 'stood', 0, 97);
  report(watch, 'failed', 100, 3);
  await watch.keep();
  expect((await budgets()).availability.burn).toEqual({ hour: expect.closeTo(3, 6), sixHours: expect.closeTo(3, 6) });
  clock += 2 * 60 * 60_000;
  expect((await budgets()).availability.burn).toEqual({ hour: null, sixHours: expect.closeTo(3, 6) });
});

it('uses the default objective for a build that names none, and ignores torn files and files of older hosts', async () => {
  await context.store.writeHealth('a1', '{');
  await context.store.writeHealth('b2', JSON.stringify({ at: new Date(clock).toISOString(), healing: 'on', note: null, versions: {} }));
  await context.store.addHealthDay('2026-04-30', 'torn');
  const { shell } = (await budgets()).all;
  expect(shell).toMatchObject({ owner: null, objective: { availability: 0.995 }, budgets: [{ of: 0 }, { of: 0 }] });
});

it.each(['torn', 'null', '[]', '{"mf-jobs":null}', '{"mf-jobs":{"views":"9","bad":0,"loads":0,"late":0}}'])(
  'uses the sums of the hosts for a stored day with the text %s, and names the day',
  async (damaged) => {
    await writeEvents(context.store, 'a1', 'mf-jobs', { '2026-04-29': { views: 100, bad: 4 }, '2026-04-30': { views: 10 } });
    await context.store.addHealthDay('2026-04-29', damaged);
    await context.store.addHealthDay('2026-04-28', JSON.stringify({ 'mf-jobs': { ...noEvents, views: 7 } }));
    expect((await budgets()).availability).toMatchObject({ bad: 4, of: 117 });
    expect(await damagedDays(context.store, clock)).toEqual([expect.stringContaining('the stored events of 2026-04-29 cannot be read')]);
  },
);

const sums = { ...noEvents, views: 10 };
it.each<[string, unknown, number]>([
  ['no object', null, 0],
  ['a list', [1], 0],
  ['a module without days', { 'mf-jobs': null, shell: { days: 5, spans: 'x' } }, 0],
  ['a day that is no day', { 'mf-jobs': { days: { '../../x': sums, '2026-05-01': sums }, spans: { soon: sums } } }, 10],
  ['sums that are no numbers', { 'mf-jobs': { days: { '2026-04-30': { ...sums, views: 'x' }, '2026-05-01': sums }, spans: {} } }, 10],
])('leaves out malformed events of a host: %s', async (_what, events, views) => {
  const at = new Date(clock).toISOString();
  await context.store.writeHealth('a1', JSON.stringify({ at, healing: 'on', note: null, versions: {}, events }));
  await writeEvents(context.store, 'b2', 'mf-jobs', { '2026-05-01': { views: 5 } });
  expect((await budgets()).availability).toMatchObject({ bad: 0, of: views + 5 });
  const watch = await openHost();
  clock += 3 * DAY;
  await watch.learn();
  expect([...(await context.store.healthDays()).keys()]).toEqual(['2026-05-01']);
});

it('uses the default objective for a version whose module.json cannot be read or names no valid objective', async () => {
  const read = context.store.read;
  context.store.read = async (name, ...rest) => {
    if (name === 'mf-jobs') throw new StoreFailure('EIO');
    return read(name, ...rest);
  };
  expect((await budgets()).all['mf-jobs']).toMatchObject({ owner: null, objective: { availability: 0.995 } });
  context.store.read = read;
  const strange = { availability: 'high' } as unknown as typeof jobs.objective;
  await deploy(context, { ...jobs, version: '1.1.0', objective: strange });
  expect((await budgets()).all['mf-jobs']).toMatchObject({ owner: '@portal/jobs', objective: { availability: 0.995 } });
});

it('names each empty budget with its owner, the day and the figures', async () => {
  const days: Record<string, Partial<EventSums>> = { '2026-04-28': { views: 3000, bad: 2 }, '2026-04-30': { views: 1000, bad: 78 } };
  await writeEvents(context.store, 'a1', 'mf-jobs', days);
  expect(emptyBudgets((await budgets()).all)).toEqual([
    'the availability budget of mf-jobs is empty since 2026-04-30 (98.05 % of 4000 are views without a failure, the objective is 99 % in 28 days; owner @portal/jobs)',
  ]);
});
