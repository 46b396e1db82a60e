import { VersionCounts } from './version-counts';

const HOUR = 3_600_000;
const from = (device: number, network = device) => ({ device: `d${device}`, network: `n${network}` });
const stood = { route: '/a', ended: 'stood' } as const;
const failed = { route: '/a', ended: 'failed', cause: 'TypeError abc' } as const;
const rated = (lcp: number) => ({ name: 'mf-jobs', version: '1', lcp, inp: null, cls: null });

it('counts one view of each route per device and minute, and at most ten per device', () => {
  const counts = new VersionCounts(0);
  for (const time of [0, 1_000, 59_999]) counts.record(from(1), stood, time);
  expect(counts.tally.views).toBe(1);
  counts.record(from(1), stood, 60_000);
  expect(counts.tally.views).toBe(2);
  for (let route = 0; route < 50; route++) counts.record(from(1), { ...stood, route: `/${route}` }, 0);
  expect(counts.tally.views).toBe(10);
});

it('counts twenty views per network, independent of its devices', () => {
  const counts = new VersionCounts(0);
  for (let device = 0; device < 500; device++) counts.record(from(device, 7), stood, 0);
  expect(counts.tally.views).toBe(20);
});

it.each([
  ['one device', (time: number) => from(1, time)],
  ['one network', (time: number) => from(time, 1)],
])('%s counts one failure of each kind, even if it reports more', (_who, witness) => {
  const counts = new VersionCounts(0);
  for (let time = 0; time < 500; time++)
    for (const ended of ['failed', 'threw'] as const) counts.record(witness(time), { ...failed, route: `/${time}`, ended }, 0);
  for (let time = 0; time < 500; time++) counts.recordVitals(witness(time), rated(9000), 0);
  expect(counts.tally).toMatchObject({ failed: 1, threw: 1, rated: 1, slow: 1, causes: { 'TypeError abc': 2 } });
});

it('counts a view that is ready and fails later as one failed view', () => {
  const counts = new VersionCounts(0);
  expect([counts.record(from(1), stood, 0), counts.record(from(1), failed, 0)]).toEqual([false, true]);
  expect(counts.tally).toMatchObject({ views: 1, failed: 1, routes: { '/a': { views: 1, failed: 1 } } });
});

it('does not count a failure after the last counted view, because good and bad ones must belong to the same views', () => {
  const counts = new VersionCounts(0);
  for (let time = 0; time < 20; time++) counts.record(from(1), stood, time * 60_000);
  expect(counts.record(from(1), failed, 20 * 60_000)).toBe(false);
  expect(counts.tally).toMatchObject({ views: 10, failed: 0 });
});

it.each([
  [{ lcp: 4001, inp: null, cls: null }, 1],
  [{ lcp: 1000, inp: 501, cls: null }, 1],
  [{ lcp: 1000, inp: 100, cls: 0.3 }, 1],
  [{ lcp: 4000, inp: 500, cls: 0.25 }, 0],
])('a page load with %j is slow: %i', (vitals, slow) => {
  const counts = new VersionCounts(0);
  counts.recordVitals(from(1), { name: 'mf-jobs', version: '1', ...vitals }, 0);
  expect(counts.tally).toMatchObject({ rated: 1, slow });
});

it('forgets devices and networks after a day, and keeps their counts', () => {
  const counts = new VersionCounts(0);
  counts.record(from(1), failed, 0);
  counts.record(from(1), failed, 23 * HOUR);
  expect(counts.tally.failed).toBe(1);
  counts.record(from(1), failed, 24 * HOUR);
  expect(counts.tally).toMatchObject({ views: 2, failed: 2 });
});

it('remembers at most 20,000 devices, and ten causes', () => {
  const counts = new VersionCounts(0);
  for (let device = 0; device < 20_100; device++) counts.record(from(device), { ...failed, cause: `E ${device}` }, 0);
  expect(counts.tally.views).toBe(20_000);
  expect(Object.keys(counts.tally.causes)).toHaveLength(10);
});

it('counts other networks even if one network reports with 30,000 devices', () => {
  const counts = new VersionCounts(0);
  for (let device = 0; device < 30_000; device++) counts.record(from(device, 1), failed, 0);
  expect(counts.tally).toMatchObject({ views: 1, failed: 1 });
  for (let device = 1; device <= 3; device++) counts.record(from(30_000 + device), failed, 0);
  expect(counts.tally).toMatchObject({ views: 4, failed: 4 });
});
