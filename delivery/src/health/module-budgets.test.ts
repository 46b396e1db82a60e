import type { Registry } from '@portal/mf-kit/module';
import { deploy, newContext, writeEvents } from '../../test/fixtures';
import { prune } from '../commands/prune';
import { readRegistry } from '../registry/update-registry';
import { dayOf } from './budget-counts';
import type { EventSums } from './error-budget';
import { emptyBudgets, readBudgets } from './module-budgets';
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

it('names each empty budget with its owner, the day and the figures', async () => {
  const days: Record<string, Partial<EventSums>> = { '2026-04-28': { views: 3000, bad: 2 }, '2026-04-30': { views: 1000, bad: 78 } };
  await writeEvents(context.store, 'a1', 'mf-jobs', days);
  expect(emptyBudgets((await budgets()).all)).toEqual([
    'the availability budget of mf-jobs is empty since 2026-04-30 (98.05 % of 4000 are views without a failure, the objective is 99 % in 28 days; owner @portal/jobs)',
  ]);
});
