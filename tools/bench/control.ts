import { type Shown, sameContent } from './browser/content';
import type { Site } from './browser/visit';
import type { Compared, Ratio } from './entry';
import { estimate, estimateRatio, type Statistic } from './estimate';
import type { Pair, PhoneLab } from './lab';
import { median, ms } from './numbers';
import { shuffled } from './random';

/**
 * Lets both sites act so many times, each round in an order of chance. Rejects when they do not show the same on `screens`:
 * what is compared must be the same portal.
 */
export async function inTurn<T>(
  lab: PhoneLab,
  { what, rounds, screens }: { what: string; rounds: number; screens: readonly Shown[] },
  act: (site: Site) => Promise<T>,
): Promise<Pair<T>> {
  const sites = { composed: await lab.composed(), monolith: await lab.monolith() };
  for (const screen of screens) await sameContent(lab, sites, screen);
  const pair: Pair<T> = { composed: [], monolith: [] };
  for (let round = 1; round <= rounds; round++) {
    lab.say(`${what}, ${round} of ${rounds}`);
    for (const name of shuffled(lab.random, ['composed', 'monolith'] as const)) pair[name].push(await act(sites[name]));
  }
  return pair;
}

/** Both sides' rounds of several measurements as one list each. */
export const flat = <T>({ composed, monolith }: Pair<readonly T[]>): Pair<T> => ({ composed: composed.flat(), monolith: monolith.flat() });

/** Our statistic over the control's. */
export const ratioOf = (lab: PhoneLab, { composed, monolith }: Pair<number>, statistic: Statistic, atMost?: number): Ratio => ({
  ...estimateRatio(lab.random, composed, monolith, statistic),
  ...(atMost !== undefined && { atMost }),
  detail: `the control takes ${ms(statistic(monolith))}, median ${ms(median(monolith))}`,
});

/** Times of the composed portal with their ratio to the control. */
export const timesOf = (lab: PhoneLab, pair: Pair<number>, statistic: Statistic, atMost?: number): Compared => ({
  ...estimate(lab.random, pair.composed, statistic),
  detail: `${pair.composed.length} each, median ${ms(median(pair.composed))}, best ${ms(Math.min(...pair.composed))}, worst ${ms(Math.max(...pair.composed))}`,
  ratio: ratioOf(lab, pair, statistic, atMost),
});
