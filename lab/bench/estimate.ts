import type { Random } from '../../api/seed/random';

/** A figure and its confidence interval. */
export interface Estimate {
  value: number;
  /** 95 % bootstrap interval; both ends are the value itself if it was measured once. */
  interval: readonly [low: number, high: number];
  /** Number of measurements; for a ratio, on each side. */
  runs: number;
}

export type Statistic = (values: readonly number[]) => number;

const RESAMPLES = 1000;
const OUTSIDE = 0.025;

/** A bootstrap resample: the same number of values, drawn with replacement. */
const drawn = (random: Random, values: readonly number[]) => values.map(() => random.pick(values));

/** The percentile bootstrap interval. */
function intervalOf(again: () => number): readonly [number, number] {
  const all = Array.from({ length: RESAMPLES }, again).sort((a, b) => a - b);
  const at = (share: number) => all[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return [at(OUTSIDE), at(1 - OUTSIDE)];
}

/** A statistic of measurements of one kind. */
export const estimate = (random: Random, values: readonly number[], statistic: Statistic): Estimate => ({
  value: statistic(values),
  interval: intervalOf(() => statistic(drawn(random, values))),
  runs: values.length,
});

/** Ratio of the statistic of `ours` to the statistic of `theirs`; 1 if both are 0. */
export function estimateRatio(random: Random, ours: readonly number[], theirs: readonly number[], statistic: Statistic): Estimate {
  const over = (a: readonly number[], b: readonly number[]) => {
    const [upper, lower] = [statistic(a), statistic(b)];
    return upper === 0 && lower === 0 ? 1 : upper / lower;
  };
  return {
    value: over(ours, theirs),
    interval: intervalOf(() => over(drawn(random, ours), drawn(random, theirs))),
    runs: Math.min(ours.length, theirs.length),
  };
}

/** A count or size that is the same in each run. */
export const exactEstimate = (value: number, runs = 1): Estimate => ({ value, interval: [value, value], runs });

/** The largest of several figures, with its own interval. Throws if the list is empty. */
export function worstOf<E extends Estimate>(estimates: readonly E[]): E {
  const [first, ...others] = estimates;
  if (!first) throw new Error('no values were measured');
  return others.reduce((worst, one) => (one.value > worst.value ? one : worst), first);
}

/** The smallest of several figures, with its own interval. Throws if the list is empty. */
export const leastOf = (estimates: readonly Estimate[]): Estimate =>
  scaleEstimate(-1, worstOf(estimates.map((one) => scaleEstimate(-1, one))));

export const scaleEstimate = (by: number, { value, interval: [low, high], runs }: Estimate): Estimate => ({
  value: value * by,
  interval: [low * by, high * by],
  runs,
});
