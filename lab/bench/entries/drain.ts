import { join } from 'node:path';
import { restartUnderLoad } from '../../faults/restarts';
import { startTwoHosts } from '../../faults/two-hosts';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

const RESTARTS = 20;

export const drain: Entry = {
  id: 'drain',
  what: `Errors and lost writes while two API processes, and then two portal hosts, are restarted alternately ${RESTARTS} times under load`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const apis = await restartUnderLoad(join(lab.folder, 'drain'), RESTARTS, lab.say);
    const hosts = await restartUnderLoad(join(lab.folder, 'drain-hosts'), RESTARTS, lab.say, startTwoHosts);
    const errors = [...apis.errors, ...hosts.errors];
    const lost = apis.lost + hosts.lost;
    const named = errors.slice(0, 3).map((error) => `; ${error}`);
    const seconds = (times: number[]) => (Math.max(...times) / 1000).toFixed(1);
    return {
      ...exactEstimate(errors.length + lost),
      detail: `${apis.answered} calls of 16 callers to APIs and ${hosts.answered} through portal hosts, half of them writes; ${errors.length} errors, ${lost} acknowledged writes lost; an API stopped in ${seconds(apis.leaveMs)} s at most, a host in ${seconds(hosts.leaveMs)} s, with 3 s of notice as in production${named.join('')}`,
    };
  },
};
