import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { killRepeatedly, unmetActs } from '../../faults/kill-api';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const KILLS = 30;

export const kill9: Entry = {
  id: 'kill9',
  what: `Acknowledged writes lost, incomplete or doubled after at least ${KILLS} kills of the API under load, until every act of the portal was in flight at a kill`,
  on: 'machine',
  unit: 'writes',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const folder = join(lab.folder, 'kill9');
    mkdirSync(folder);
    const found = await killRepeatedly({
      mode: 'embedded',
      folder,
      rounds: KILLS,
      untilMet: true,
      seed: lab.seed,
      say: lab.say,
    });
    const { rounds, acknowledged, inDoubt, met, lost, doubled, defects } = found;
    const wrong = [...lost, ...doubled, ...defects, ...unmetActs(found).map((act) => `“${act}” was in flight at no kill`)];
    return {
      ...exactEstimate(wrong.length),
      detail: `${acknowledged} writes acknowledged at ${rounds} kills; in doubt and repeated per round: ${inDoubt.join(', ')}; each of ${met.size} acts at least once; rows, money, files and messages checked after each kill${wrong.length > 0 ? `; ${wrong.slice(0, 3).join('; ')}` : ''}`,
    };
  },
};
