import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { killOften } from '../../faults/kill';
import type { Entry } from '../entry';
import { exactly } from '../estimate';

const KILLS = 30;

export const kill9: Entry = {
  id: 'kill9',
  what: `Acknowledged writes that are lost or doubled after ${KILLS} kills of the API under load`,
  on: 'machine',
  unit: 'writes',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const folder = join(lab.folder, 'kill9');
    mkdirSync(folder);
    const { acknowledged, inDoubt, lost, doubled, defects } = await killOften({
      mode: 'embedded',
      folder,
      rounds: KILLS,
      seed: 9,
      say: lab.say,
    });
    const wrong = [...lost, ...doubled, ...defects];
    return {
      ...exactly(wrong.length),
      detail: `${acknowledged} writes acknowledged, in doubt, and told again under their key: ${inDoubt.join(', ')} a round; shifts, breaks and credits checked after each kill${wrong.length > 0 ? `; ${wrong.slice(0, 3).join('; ')}` : ''}`,
    };
  },
};
