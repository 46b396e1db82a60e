/** How many observations were bad. */
export interface Ratio {
  bad: number;
  of: number;
}

export type Measure = 'failed' | 'threw' | 'slow';

interface Limits {
  /** A normal share of bad observations, assumed at least for every predecessor. */
  baseline: number;
  /** Number of observations assumed at least for every predecessor. */
  known: number;
  /** Minimum of bad observations, each from another device and network. */
  minimumCount: number;
  /** A share below it is no reason for an automatic rollback. */
  minimumRate: number;
}

/** docs/decisions/07-automatic-rollback.md gives the reasons for these numbers. */
export const limits: Readonly<Record<Measure, Limits>> = {
  failed: { baseline: 0.0005, known: 2000, minimumCount: 3, minimumRate: 0.01 },
  threw: { baseline: 0.01, known: 500, minimumCount: 5, minimumRate: 0.05 },
  slow: { baseline: 0.2, known: 50, minimumCount: 12, minimumRate: 0.5 },
};
/**
 * The highest probability of a chance result at which a release is blamed. It is so low because each bad observation starts another test.
 */
const CHANCE = 2e-4;
/** How many times worse than the predecessor. */
const TIMES = 2;

const rateOf = ({ bad, of }: Ratio) => (of === 0 ? 0 : bad / of);

/** The probability of `bad` or more among `of` if each is bad with probability `rate`. */
export function chanceOf({ bad, of }: Ratio, rate: number): number {
  if (bad <= 0) return 1;
  if (bad > of) return 0;
  let term = of * Math.log1p(-rate);
  let below = 0;
  for (let count = 0; count < bad; count++) {
    below += Math.exp(term);
    term += Math.log((of - count) / (count + 1)) + Math.log(rate) - Math.log1p(-rate);
  }
  return Math.max(0, 1 - below);
}

/** Upper estimate of the predecessor's share: three standard deviations above its observed share. */
export const usualRate = (before: Ratio, { baseline, known }: Pick<Limits, 'baseline' | 'known'>): number =>
  Math.min(0.99, Math.max(baseline, (before.bad + 3 * Math.sqrt(before.bad)) / Math.max(before.of, known)));

/**
 * Whether a release is worse than its predecessor by more than chance, and by a relevant amount. `before`: observations of the predecessor;
 * of several the worst counts.
 */
export function isRegression(now: Ratio, before: readonly Ratio[], measure: Measure): boolean {
  const { minimumCount, minimumRate } = limits[measure];
  if (now.bad < minimumCount || rateOf(now) < Math.max(minimumRate, TIMES * Math.max(...before.map(rateOf)))) return false;
  const baseline = Math.max(...before.map((share) => usualRate(share, limits[measure])));
  return chanceOf(now, baseline) < CHANCE / (now.bad - minimumCount + 1) ** 2;
}
