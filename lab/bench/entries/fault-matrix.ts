import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleTrials, shellTrials, type Trial, tryAll } from '../../../e2e/faults/matrix/run-matrix';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import type { Lab } from '../lab';
import { median, ms } from '../numbers';

const LANES = 2;
const ALL_OF_IT_MS = 2 * 60 * 60_000;

async function measurePassed(lab: Lab, trials: readonly Trial[], file: string) {
  const { url } = await lab.composed();
  const data = join(lab.folder, 'composed');
  const staffToken = readFileSync(join(data, 'staff-token'), 'utf8').trim();
  const browser = await lab.browser();
  // The host forwards calls to the API.
  const portal = { url, data, apiUrl: url, staffToken };
  const found = await tryAll({ portal, browser, trials, file: join(lab.folder, file), lanes: LANES, untilMs: ALL_OF_IT_MS, say: lab.say });
  const results = [...found.values()];
  const failed = results.filter(({ wrong }) => wrong.length > 0);
  const back = results.flatMap(({ recoveryMs }) => recoveryMs ?? []);
  return {
    ...exactEstimate(results.length - failed.length, trials.length),
    detail: [
      `back to the last good version after the error or the deadline: median ${ms(median(back))}, slowest ${ms(Math.max(...back))}`,
      ...failed.map(({ id, wrong }) => `${id}: ${wrong.join(', ')}`),
    ].join('; '),
  };
}

const ofModules: Entry = {
  id: 'fault-matrix',
  what: 'Bad releases of a module, by fault, module and moment, after which its last good version is shown within 2 s, all other modules work, and at most one message is shown',
  on: 'machine',
  unit: `of ${moduleTrials.length}`,
  atLeast: moduleTrials.length,
  isLong: true,
  measure: (lab) => measurePassed(lab, moduleTrials, 'fault-matrix.json'),
};

const ofShell: Entry = {
  id: 'shell-faults',
  what: 'Bad releases of the shell after which the last good one starts within 2 s, or the page shows the next step',
  on: 'machine',
  unit: `of ${shellTrials.length}`,
  atLeast: shellTrials.length,
  isLong: true,
  measure: (lab) => measurePassed(lab, shellTrials, 'shell-faults.json'),
};

export const faultMatrix: readonly Entry[] = [ofModules, ofShell];
