import { median, p95, worst } from './numbers';

describe('statistics of the bench', () => {
  it.each([
    [[5], 5],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('p95 is the value that at most one in twenty exceeds', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(p95(values)).toBe(95);
    expect(p95(values.slice(0, 20))).toBe(99);
    expect(p95([7, 3])).toBe(7);
  });

  it('worst returns the largest value', () => {
    expect(worst([3, 9, 4])).toBe(9);
  });

  it('every statistic throws for an empty list', () => {
    expect(() => median([])).toThrow('no values');
    expect(() => p95([])).toThrow('no values');
    expect(() => worst([])).toThrow('no values');
  });
});
