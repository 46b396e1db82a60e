/** How many observations were bad. */
export interface Share {
  bad: number;
  of: number;
}

export type Measure = 'failed' | 'threw' | 'slow';

interface Limits {
  /** A normal share of bad observations, assumed at least for every predecessor. */
  usual: number;
  /** Number of observations assumed at least for every predecessor. */
  known: number;
  /** Minimum of bad observations, each from another device and network. */
  atLeast: number;
  /** A share below it is no reason for an automatic rollback. */
  noticed: number;
}

/** docs/decisions/07-automatic-rollback.md gives the reasons for these numbers. */
export const limits: Readonly<Record<Measure, Limits>> = {
  failed: { usual: 0.0005, known: 2000, atLeast: 3, noticed: 0.01 },
  threw: { usual: 0.01, known: 500, atLeast: 5, noticed: 0.05 },
  slow: { usual: 0.2, known: 50, atLeast: 12, noticed: 0.5 },
};
/**
 * The highest probability of a chance result at which a release is blamed. It is so low because each bad observation starts another test.
 */
const CHANCE = 2e-4;
/** How many times worse than the predecessor. */
const TIMES = 2;

const rateOf = ({ bad, of }: Share) => (of === 0 ? 0 : bad / of);

/** The probability of `bad` or more among `of` if each is bad with probability `rate`. */
export function chanceOf({ bad, of }: Share, rate: number): number {
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
export const usualRate = (before: Share, { usual, known }: Pick<Limits, 'usual' | 'known'>): number =>
  Math.min(0.99, Math.max(usual, (before.bad + 3 * Math.sqrt(before.bad)) / Math.max(before.of, known)));

/**
 * Whether a release is worse than its predecessor by more than chance, and by a relevant amount. `before`: observations of the predecessor;
 * of several the worst counts.
 */
export function isWorse(now: Share, before: readonly Share[], measure: Measure): boolean {
  const { atLeast, noticed } = limits[measure];
  if (now.bad < atLeast || rateOf(now) < Math.max(noticed, TIMES * Math.max(...before.map(rateOf)))) return false;
  const usual = Math.max(...before.map((share) => usualRate(share, limits[measure])));
  return chanceOf(now, usual) < CHANCE / (now.bad - atLeast + 1) ** 2;
}
