import { type ComparedScreen, expectSameContent } from './browser/content';
import type { Site } from './browser/visit';
import type { ComparedFigure, Ratio } from './entry';
import { estimate, estimateRatio, type Statistic } from './estimate';
import type { Pair, PhoneLab } from './lab';
import { median, ms } from './numbers';
import { shuffle } from './random';

/** Runs `act` on both sites for each round, in random order. Rejects if the sites differ on `screens`, because the comparison would be invalid. */
export async function measureInTurn<T>(
  lab: PhoneLab,
  { what, rounds, screens }: { what: string; rounds: number; screens: readonly ComparedScreen[] },
  act: (site: Site) => Promise<T>,
): Promise<Pair<T>> {
  const sites = { composed: await lab.composed(), monolith: await lab.monolith() };
  for (const screen of screens) await expectSameContent(lab, sites, screen);
  const pair: Pair<T> = { composed: [], monolith: [] };
  for (let round = 1; round <= rounds; round++) {
    lab.say(`${what}, ${round} of ${rounds}`);
    for (const name of shuffle(lab.random, ['composed', 'monolith'] as const)) pair[name].push(await act(sites[name]));
  }
  return pair;
}

/** The rounds of both sites as one list each. */
export const flattenPair = <T>({ composed, monolith }: Pair<readonly T[]>): Pair<T> => ({
  composed: composed.flat(),
  monolith: monolith.flat(),
});

/** Our statistic divided by the monolith's. */
export const ratioToMonolith = (lab: PhoneLab, { composed, monolith }: Pair<number>, statistic: Statistic, atMost?: number): Ratio => ({
  ...estimateRatio(lab.random, composed, monolith, statistic),
  ...(atMost !== undefined && { atMost }),
  detail: `the monolith takes ${ms(statistic(monolith))}, median ${ms(median(monolith))}`,
});

/** Times of the composed portal with their ratio to the monolith. */
export const timesAgainstMonolith = (lab: PhoneLab, pair: Pair<number>, statistic: Statistic, atMost?: number): ComparedFigure => ({
  ...estimate(lab.random, pair.composed, statistic),
  detail: `${pair.composed.length} each, median ${ms(median(pair.composed))}, best ${ms(Math.min(...pair.composed))}, worst ${ms(Math.max(...pair.composed))}`,
  ratio: ratioToMonolith(lab, pair, statistic, atMost),
});
