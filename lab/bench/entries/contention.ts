import { join } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';
import { random } from '../../../api/seed/random';
import { contendAtOnce } from '../../../delivery/test/contention/run';
import { newContext } from '../../../delivery/test/fixtures';
import { publishFaults } from '../../faults/publish';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import { root } from '../lab';

const KILLS = 50;

export const contention: Entry = {
  id: 'contention',
  what: `Lost updates, gaps in the history and incomplete versions: 20 parallel publishes and 10 activations with two hosts, then ${KILLS} killed publishers, and a full disk`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const { asked, taken, problems } = await contendAtOnce(remotesIn(root), newContext(join(lab.folder, 'contention')));
    const dice = random(lab.seed);
    const killed = await publishFaults(KILLS, () => dice.between(0, 999) / 1_000, join(lab.folder, 'killed'), lab.say);
    if (killed.full === null) throw new Error('a full disk was not tested: this machine does not permit a mount (unshare, mount)');
    const all = [...problems, ...killed.problems];
    const words = [
      `${asked.publish} publishers, ${asked.activate} activations, ${taken} of them active and the others rejected as concurrent changes`,
      `${killed.kills} kills, ${killed.met} during a write, ${killed.told} changes acknowledged`,
      `a full disk: ${killed.full.replace(/\s+/g, ' ')}`,
      ...all.slice(0, 5),
    ];
    return { ...exactEstimate(all.length), detail: words.join('; ') };
  },
};
