import { join } from 'node:path';
import { restartUnderLoad } from '../../faults/restarts';
import type { Entry } from '../entry';
import { exactly } from '../estimate';

const RESTARTS = 20;

export const drain: Entry = {
  id: 'drain',
  what: `Errors and lost writes while one of two API processes behind a proxy is restarted ${RESTARTS} times under load`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const { answered, errors, lost, leaveMs } = await restartUnderLoad(join(lab.folder, 'drain'), RESTARTS, lab.say);
    const named = errors.slice(0, 3).map((error) => `; ${error}`);
    return {
      ...exactly(errors.length + lost),
      detail: `${answered} calls by 16 callers, half of them writes; ${errors.length} errors, ${lost} acknowledged writes lost; each left in ${(Math.max(...leaveMs) / 1000).toFixed(1)} s at most, three of them said beforehand, as in production${named.join('')}`,
    };
  },
};
