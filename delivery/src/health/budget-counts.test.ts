import { BudgetCounts, dayOf } from './budget-counts';

const START = Date.parse('2026-05-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const from = (device: number, network = device) => ({ device: `d${device}`, network: `n${network}` });
const load = (lcp: number | null) => ({ name: 'mf-jobs', version: '1', lcp, inp: 900, cls: null });
const failed = { route: '/a', ended: 'failed' } as const;
const stood = { route: '/a', ended: 'stood' } as const;
const today = (counts: BudgetCounts, now = START) => counts.kept(now)['mf-jobs']?.days[dayOf(now)];

it('[BUDGET-03] counts one bad view a day for an address with many devices, routes and kinds of failure', () => {
  const counts = new BudgetCounts();
  for (let time = 0; time < 500; time++)
    for (const ended of ['failed', 'threw'] as const) counts.recordView('mf-jobs', from(time, 1), { route: `/${time}`, ended }, START);
  expect(today(counts)).toMatchObject({ bad: 1 });
});

it('counts a view that failed and threw as one bad view, and the views of other guards as good ones', () => {
  const counts = new BudgetCounts();
  for (const ended of ['stood', 'failed', 'threw'] as const) counts.recordView('mf-jobs', from(1), { ...failed, ended }, START);
  counts.recordView('mf-jobs', from(2), stood, START);
  counts.recordView('mf-public', from(2), failed, START);
  expect(today(counts)).toEqual({ views: 2, bad: 1, loads: 0, late: 0 });
});

it('counts a page load above the objective as late, once a day for each network, and none without a time', () => {
  const counts = new BudgetCounts();
  for (const [network, lcp] of [
    [1, 2501],
    [1, 9000],
    [2, 2500],
    [3, null],
  ] as const)
    counts.recordLoad(from(network), load(lcp), 2500, START);
  expect(today(counts)).toEqual({ views: 0, bad: 0, loads: 2, late: 1 });
});

it('[BUDGET-03] counts one bad view and one page load of a network for each day of UTC', () => {
  const counts = new BudgetCounts();
  const noon = (days: number) => START + days * 24 * HOUR;
  for (const now of [START, noon(1) - HOUR, noon(1), noon(1) + 11 * HOUR, noon(1) + 13 * HOUR]) {
    counts.recordView('mf-jobs', from(1), failed, now);
    counts.recordLoad(from(1), load(9000), 2500, now);
  }
  const days = counts.kept(noon(2))['mf-jobs']?.days ?? {};
  expect(Object.entries(days).map(([day, { bad, late }]) => [day, bad, late])).toEqual([
    ['2026-05-01', 1, 1],
    ['2026-05-02', 1, 1],
    ['2026-05-03', 1, 1],
  ]);
});

it('forgets ten minutes after six hours, and a day after a week', () => {
  const counts = new BudgetCounts();
  counts.recordView('mf-jobs', from(1), stood, START);
  counts.recordView('mf-jobs', from(2), stood, START + 5 * HOUR + 55 * MINUTE);
  expect(Object.keys(counts.kept(START + 6 * HOUR - 1)['mf-jobs']?.spans ?? {})).toHaveLength(2);
  expect(Object.keys(counts.kept(START + 6 * HOUR)['mf-jobs']?.spans ?? {})).toHaveLength(1);
  expect(Object.keys(counts.kept(START + 6 * 24 * HOUR)['mf-jobs']?.days ?? {})).toHaveLength(1);
  expect(Object.keys(counts.kept(START + 7 * 24 * HOUR)['mf-jobs']?.days ?? {})).toHaveLength(0);
});
