import { runRaces } from '../../../api/test/races/run';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const TIMES = 50;
/** A write that is rejected in every scene is not counted: with many of these, the scenes no longer fit the portal. */
const PAIRS = 1_000;

export const racePairs: Entry = {
  id: 'race-pairs',
  what: `Violated invariants and failures when every pair of writes on one guard or one job is sent simultaneously, ${TIMES} times each`,
  on: 'machine',
  unit: 'writes',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const { pairs, races, violations } = await runRaces({ times: TIMES, say: lab.say });
    if (pairs < PAIRS) throw new Error(`only ${pairs} pairs of writes succeed in the scenes, at least ${PAIRS} must`);
    const named = violations.slice(0, 3).map(({ pair, says }) => `; ${pair}: ${says}`);
    return {
      ...exactEstimate(violations.length),
      detail: `${pairs} pairs, ${races} races; after each the invariants are checked${named.join('')}`,
    };
  },
};
