import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sets } from '../../../e2e/faults/sets/table';
import { runVersionSets } from '../../../e2e/faults/sets/version-sets';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

export const versionSets: Entry = {
  id: 'version-sets',
  what: 'Sets of the shell and five remotes in their previous, present or next version, covering every pair, that the gate accepts and in which a guard can work',
  on: 'machine',
  unit: `of ${sets.length}`,
  atLeast: sets.length,
  isLong: true,
  async measure(lab) {
    const { url } = await lab.composed();
    const data = join(lab.folder, 'composed');
    const staffToken = readFileSync(join(data, 'staff-token'), 'utf8').trim();
    // The host forwards calls to the API.
    const portal = { url, data, apiUrl: url, staffToken };
    const { before, driven } = await runVersionSets({ portal, browser: await lab.browser(), sets, say: lab.say });
    const failed = driven.filter(({ wrong }) => wrong.length > 0);
    return {
      ...exactEstimate(driven.length - failed.length, driven.length),
      detail: [`previous release: ${before.name}`, ...failed.map(({ id, wrong }) => `${id}: ${wrong.join(', ')}`)].join('; '),
    };
  },
};
