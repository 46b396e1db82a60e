import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../test/command-line';
import { writeEvents } from '../../test/fixtures';
import { dayOf } from '../health/budget-counts';
import { noEvents } from '../health/error-budget';
import { type HostHealth, keyOf } from '../health/host-health';
import { emptyStats, type VersionStats } from '../health/version-stats';
import { folderStore } from '../store/folder-store';

const { portal, begin, said } = commandLine({ '/search-job': 'Search' });
const lines = () => said().trimEnd().split('\n');

/** Writes the health file of a host. */
async function keep(data: string, host: string, of: Record<string, Partial<VersionStats>>, more: Partial<HostHealth> = {}): Promise<void> {
  const versions = Object.fromEntries(
    Object.entries(of).map(([version, tally]) => [keyOf('mf-jobs', version), { ...emptyStats(), ...tally }]),
  );
  const kept: HostHealth = { at: new Date().toISOString(), healing: 'on', note: null, versions, ...more };
  await folderStore(data).writeHealth(host, JSON.stringify(kept));
}

it('shows the counts of the active version, its canary and the last good version', async () => {
  const { data } = await begin();
  await portal('canary', 'mf-jobs', '1.0.0', '--percent', '5', '--why', 'a try', '--by', 'ana');
  await keep(data, 'a', { '1.1.0': { views: 800, failed: 1, threw: 4, rated: 200, slow: 20 } });
  await keep(data, 'b', { '1.1.0': { views: 200, failed: 1, rated: 100 }, '1.0.0': { views: 40, failed: 3 } });
  await portal('status');
  expect(lines()[1]).toBe('self-heal: on');
  const at = lines().indexOf('mf-jobs 1.1.0');
  expect([lines()[at + 2], lines()[at + 5]]).toEqual([
    '  1000 views, 0.2 % failed, 0.4 % threw, 6.67 % of 300 loads slow',
    '  40 views, 7.5 % failed, 0 % threw, 0 % of 0 loads slow',
  ]);
  expect(lines()).toContain('  last good: 1.0.0, 40 views, 7.5 % failed, 0 % threw, 0 % of 0 loads slow');
  expect(lines()).toContain('  not seen yet');
  expect(lines().filter((line) => line.length > 80)).toEqual([]);
  await portal('status', '--json');
  expect(JSON.parse(said())).toMatchObject({
    revision: 4,
    health: {
      healing: ['on'],
      notes: [],
      modules: { 'mf-jobs': { '1.1.0': { views: 1000, failed: 2 }, '1.0.0': { views: 40, failed: 3 } } },
    },
  });
});

it('shows why self-heal is off and which rollbacks failed, in 80 columns', async () => {
  const { data } = await begin();
  const note = 'mf-jobs 1.1.0 should go back (12 of 40 views failed (30 %); 1.0.0: 0 of 5000): the API does not say what it serves';
  await keep(data, 'a', {}, { healing: 'off: PORTAL_SELF_HEAL=off' });
  await keep(data, 'b', {}, { note });
  await portal('status');
  expect(lines()[1]).toBe('self-heal: off: PORTAL_SELF_HEAL=off; on');
  expect(
    lines()
      .slice(2, 4)
      .map((line) => line.trim())
      .join(' '),
  ).toBe(note);
  expect(lines().filter((line) => line.length > 80)).toEqual([]);
});

it('shows the state of a host for three minutes, and its counts for a week', async () => {
  const { data } = await begin();
  const at = new Date(Date.now() - 3 * 60_000).toISOString();
  await keep(data, 'a', { '1.1.0': { views: 7 } }, { at, healing: 'off: PORTAL_SELF_HEAL=off', note: 'mf-jobs 1.1.0 is left to people' });
  await keep(data, 'b', { '1.1.0': { views: 5 } }, { healing: null });
  await keep(data, 'c', { '1.1.0': { views: 3 } });
  await portal('status', '--json');
  expect(JSON.parse(said())).toMatchObject({ health: { healing: ['on'], notes: [], modules: { 'mf-jobs': { '1.1.0': { views: 15 } } } } });
});

it('ignores hosts that have been silent for a week, and unreadable health files', async () => {
  const { data } = await begin();
  await keep(data, 'a', { '1.1.0': { views: 7 } }, { at: new Date(Date.now() - 7 * 86_400_000).toISOString() });
  await folderStore(data).writeHealth('b', '{');
  expect(await portal('status')).toBe(0);
  expect(lines()[1]).toBe('self-heal: unknown: no host has reported in the last 3 minutes');
});

it('names damage of the active and the last good version', async () => {
  const { data } = await begin();
  expect(JSON.parse((await portal('status', '--json')) === 0 ? said() : '')).toMatchObject({ damaged: [] });
  for (const version of ['1.1.0', '1.0.0']) rmSync(join(data, 'modules/mf-jobs', version, 'module.json'));
  expect(await portal('status')).toBe(0);
  for (const version of ['1.1.0', '1.0.0'])
    expect(said().replace(/\s+/g, ' ')).toContain(`mf-jobs ${version} is damaged: module.json was changed or is missing. Put it back`);
  expect(lines().filter((line) => line.length > 80)).toEqual([]);
});

it('[BUDGET-07] shows owner, objectives, budgets and burn rates of each module in 80 columns, and each empty budget at the top', async () => {
  const { store } = await begin();
  const now = Date.now();
  const spans = { [String(now)]: { ...noEvents, views: 600, bad: 6 } };
  await writeEvents(store, 'a1', 'mf-jobs', { [dayOf(now)]: { views: 9000, bad: 9, loads: 400, late: 100 } }, { spans });
  await portal('status');
  const text = said().replace(/\s+/g, ' ');
  expect(text).toContain('owner: unknown: its build names none');
  expect(text).toContain(
    'availability: 99.9 % of 9000 views good, objective 99.5 %: 80 % of its budget left; burn 2 in 1 h, 2 in 6 h latency: 75 % of 400 loads within 2500 ms, objective 75 %: 0 % of its budget left; burn - in 1 h, - in 6 h',
  );
  expect(text).toContain('availability: no views yet, objective 99.5 %: not enough data, it decides from 5800; burn - in 1 h, - in 6 h');
  expect(text.indexOf('the latency budget of mf-jobs is empty since')).toBeLessThan(text.indexOf('shell 1.0.0'));
  expect(lines().filter((line) => line.length > 80)).toEqual([]);
  await portal('status', '--json');
  expect(JSON.parse(said())).toMatchObject({
    budgets: {
      'mf-jobs': {
        budgets: [
          { kind: 'availability', left: expect.closeTo(80, 6) },
          { kind: 'latency', left: 0 },
        ],
      },
    },
  });
});
