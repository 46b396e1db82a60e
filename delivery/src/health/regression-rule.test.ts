import { chanceOf, isRegression, limits } from './regression-rule';

const none = [{ bad: 0, of: 10_000 }];
const share = (bad: number, of: number) => ({ bad, of });

it.each([
  ['three of four views failed', share(3, 4), none, 'failed', true],
  ['three of 200', share(3, 200), none, 'failed', true],
  ['two of two: two devices are no proof', share(2, 2), none, 'failed', false],
  ['three of 300: too likely to be chance, with repeated tests', share(3, 300), none, 'failed', false],
  ['one view of two hundred, however many: left to people', share(30, 6000), none, 'failed', false],
  ['no worse than its predecessor', share(30, 1000), [share(300, 10_000)], 'failed', false],
  ['less than twice as bad as its predecessor', share(55, 1000), [share(300, 10_000)], 'failed', false],
  ['three times as bad as its predecessor', share(90, 1000), [share(300, 10_000)], 'failed', true],
  ['a new version without data about its predecessor', share(3, 30), [share(0, 0)], 'failed', true],
  ['a predecessor that was worse over all routes', share(3, 100), [share(0, 100), share(500, 50_000)], 'failed', false],
  ['errors in four of five views', share(4, 5), none, 'threw', false],
  ['errors in eight of twenty', share(8, 20), none, 'threw', true],
  ['every second page load slow, of few', share(6, 12), none, 'slow', false],
  ['nearly all page loads slow', share(14, 16), none, 'slow', true],
  ['nearly all page loads slow, as they were before', share(14, 16), [share(800, 1000)], 'slow', false],
] as const)('%s', (_what, now, before, measure, worse) => {
  expect(isRegression(now, before, measure)).toBe(worse);
});

it('computes the probability of the binomial distribution', () => {
  expect(chanceOf(share(0, 10), 0.5)).toBe(1);
  expect(chanceOf(share(11, 10), 0.5)).toBe(0);
  expect(chanceOf(share(10, 10), 0.5)).toBeCloseTo(0.5 ** 10, 12);
  expect(chanceOf(share(3, 200), 0.0005)).toBeCloseTo(0.000_152_5, 7);
});

/** The exact probability that a release as good as its predecessor is blamed, with a test at each of its first views. */
function everBlamed(rate: number, views: number): number {
  const at = new Map([[0, 1]]);
  let blamed = 0;
  for (let of = 1; of <= views; of++) {
    for (const [bad, chance] of [...at].sort(([a], [b]) => b - a)) {
      at.set(bad, chance * (1 - rate));
      if (isRegression(share(bad + 1, of), [share(0, 2000)], 'failed')) blamed += chance * rate;
      else at.set(bad + 1, (at.get(bad + 1) ?? 0) + chance * rate);
    }
  }
  return blamed;
}

it('blames a release with the usual share of failures in less than 0.05 % of cases, and with 5 % failures nearly always', () => {
  expect(everBlamed(limits.failed.baseline, 2000)).toBeLessThan(5e-4);
  expect(everBlamed(limits.failed.baseline / 5, 2000)).toBeLessThan(1e-5);
  expect(everBlamed(0.05, 200)).toBeGreaterThan(0.99);
});
