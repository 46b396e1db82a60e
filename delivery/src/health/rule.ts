/** How many of what was seen were bad. */
export interface Share {
  bad: number;
  of: number;
}

export type Measure = 'failed' | 'threw' | 'slow';

interface Limits {
  /** A share that nobody has to explain: what a predecessor is taken to have at least. */
  usual: number;
  /** So much is taken to be known of every predecessor. */
  known: number;
  /** So many bad ones, each from a device and a network of its own. */
  atLeast: number;
  /** A share below it is left to people. */
  noticed: number;
}

/** docs/decisions/07-automatic-rollback.md has the reasons for these numbers. */
export const limits: Readonly<Record<Measure, Limits>> = {
  failed: { usual: 0.0005, known: 2000, atLeast: 3, noticed: 0.01 },
  threw: { usual: 0.01, known: 500, atLeast: 5, noticed: 0.05 },
  slow: { usual: 0.2, known: 50, atLeast: 12, noticed: 0.5 },
};
/** How seldom so few bad ones come by chance, for a release to be blamed; of more it is asked more, because there is a look at each of them. */
const CHANCE = 2e-4;
/** How many times worse than the predecessor. */
const TIMES = 2;

const rateOf = ({ bad, of }: Share) => (of === 0 ? 0 : bad / of);

/** The chance of `bad` or more among `of` when each is bad with probability `rate`. */
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

/** What share of bad ones the predecessor may have, as far as is known of it: three standard deviations above what it has shown. */
export const usualRate = (before: Share, { usual, known }: Pick<Limits, 'usual' | 'known'>): number =>
  Math.min(0.99, Math.max(usual, (before.bad + 3 * Math.sqrt(before.bad)) / Math.max(before.of, known)));

/**
 * Whether a release is worse than the one before it by more than chance, and by so much that it matters. `before`: what was seen of that
 * one; where it was seen in two ways, the worse one holds.
 */
export function isWorse(now: Share, before: readonly Share[], measure: Measure): boolean {
  const { atLeast, noticed } = limits[measure];
  if (now.bad < atLeast || rateOf(now) < Math.max(noticed, TIMES * Math.max(...before.map(rateOf)))) return false;
  const usual = Math.max(...before.map((share) => usualRate(share, limits[measure])));
  return chanceOf(now, usual) < CHANCE / (now.bad - atLeast + 1) ** 2;
}
