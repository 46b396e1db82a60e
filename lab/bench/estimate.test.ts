import { random as seeded } from '../../api/seed/random';
import { estimate, estimateRatio, exactEstimate, scaleEstimate, worstOf } from './estimate';
import { median, p95 } from './numbers';

const random = () => seeded(11);

describe('the confidence interval of a figure', () => {
  it('contains the statistic, the number of runs and the interval', () => {
    const values = Array.from({ length: 101 }, (_, index) => index);
    const { value, interval, runs } = estimate(random(), values, median);
    expect(value).toBe(50);
    expect(runs).toBe(101);
    // The median of 101 evenly spread values has a standard error of about 5: the interval is twice that to each side.
    expect(interval[0]).toBeGreaterThan(35);
    expect(interval[0]).toBeLessThan(46);
    expect(interval[1]).toBeGreaterThan(54);
    expect(interval[1]).toBeLessThan(65);
  });

  it('is narrower for more runs', () => {
    const of = (count: number) =>
      estimate(
        random(),
        Array.from({ length: count }, (_, index) => (index * 37) % 100),
        median,
      ).interval;
    const width = ([low, high]: readonly [number, number]) => high - low;
    expect(width(of(400))).toBeLessThan(width(of(25)));
  });

  it('has width 0 for equal values, and for one value', () => {
    expect(estimate(random(), [3, 3, 3], median).interval).toEqual([3, 3]);
    expect(estimate(random(), [8], p95)).toEqual({ value: 8, interval: [8, 8], runs: 1 });
  });

  it('is the same for the same seed', () => {
    const values = [5, 9, 2, 7, 7, 3, 12];
    expect(estimate(random(), values, median)).toEqual(estimate(random(), values, median));
  });

  it('of a ratio contains the ratio of the statistics', () => {
    const { value, interval, runs } = estimateRatio(random(), [110, 120, 130], [100, 100, 100, 100], median);
    expect(value).toBeCloseTo(1.2);
    expect(runs).toBe(3);
    expect(interval).toEqual([1.1, 1.3]);
  });

  it.each([
    [[0, 0], [0, 0], 1],
    [[60, 60], [0, 0], Number.POSITIVE_INFINITY],
    [[0, 0], [60, 60], 0],
  ])('the ratio of %j to %j is %d', (ours, theirs, expected) => {
    expect(estimateRatio(random(), ours, theirs, median).value).toBe(expected);
  });

  it('of an exact figure has width 0', () => {
    expect(exactEstimate(4)).toEqual({ value: 4, interval: [4, 4], runs: 1 });
  });

  it('worstOf returns the largest figure with its own interval', () => {
    expect(worstOf([exactEstimate(1), exactEstimate(3, 2), exactEstimate(2)])).toEqual(exactEstimate(3, 2));
    expect(() => worstOf([])).toThrow('no values');
  });

  it('scaled changes the value and both ends, but not the number of runs', () => {
    expect(scaleEstimate(0.5, { value: 10, interval: [8, 14], runs: 7 })).toEqual({ value: 5, interval: [4, 7], runs: 7 });
  });
});
