import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import { type Outcome, runTrial } from '../offline/simulation';

const ACTS = 10_000;
const MEDIAN_MINUTES = 2;
const SHARE95_MINUTES = 15;
const MINUTE = 60_000;

/** Nine shifts of eight hours without a connection: an act of a shift counts for twelve hours. A guard opens the portal again within 45 seconds. */
const trial = { stretches: Array<number>(9).fill(8), acts: ACTS, kills: 30, clockSets: 10, restart: [5, 45] } as const;

/** The same with a contact each hour, and ten minutes of sleep in between. Sleep is unknown time, so this bound can only be under 15 minutes. */
const asleep = { ...trial, stretches: Array<number>(72).fill(1), acts: 900, sleep: 10 } as const;

const isWithin = ({ share95 }: Outcome) => share95 <= SHARE95_MINUTES * MINUTE;
const minutes = (ms: number) => (ms / MINUTE).toFixed(1);
const told = ({ lost, doubled, outOfOrder, outside, median, share95, worst }: Outcome) =>
  `${lost} lost, ${doubled} doubled, ${outOfOrder} out of order, ${outside} outside their bound; bound: median ${minutes(median)}, 95 % ${minutes(share95)}, worst ${minutes(worst)} minutes`;

export const offlineTruth: Entry = {
  id: 'offline-truth',
  what: `Of ${ACTS} acts in 72 simulated hours in airplane mode, with 30 kills of the page and 10 changes of the clock, those that are kept once, in order and within their stated bound; 0 if the median bound is over ${MEDIAN_MINUTES} or 95 % over ${SHARE95_MINUTES} minutes, or if with ten minutes of sleep in each hour an act is not right or 95 % are over ${SHARE95_MINUTES} minutes`,
  on: 'machine',
  unit: `of ${ACTS}`,
  atLeast: ACTS,
  isLong: true,
  async measure(lab) {
    const outcome = await runTrial({ ...trial, seed: lab.seed });
    const slept = await runTrial({ ...asleep, seed: lab.seed });
    const isExact = outcome.median <= MEDIAN_MINUTES * MINUTE && isWithin(outcome);
    const isExactAsleep = slept.right === asleep.acts && isWithin(slept);
    return {
      ...exactEstimate(isExact && isExactAsleep ? outcome.right : 0),
      detail: [told(outcome), `with ten minutes of sleep in each hour, of ${asleep.acts} acts: ${told(slept)}`].join('. '),
    };
  },
};
