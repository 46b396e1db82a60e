import { join } from 'node:path';
import { remotesIn } from '@portal/webpack/remotes';
import { random } from '../../../api/seed/random';
import { contendAtOnce } from '../../../delivery/src/contend';
import { newDesk } from '../../../delivery/src/fixtures';
import { publishFaults } from '../../faults/publish';
import type { Entry } from '../entry';
import { exactly } from '../estimate';
import { root } from '../lab';

const KILLS = 50;

export const contention: Entry = {
  id: 'contention',
  what: `Lost updates, gaps in the history and torn versions: 20 publishers and 10 activations at once over two hosts, then ${KILLS} publishers killed, and a full disk`,
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const { asked, taken, problems } = await contendAtOnce(remotesIn(root), newDesk(join(lab.folder, 'contention')));
    const dice = random(lab.seed);
    const killed = await publishFaults(KILLS, () => dice.between(0, 999) / 1_000, join(lab.folder, 'killed'), lab.say);
    if (killed.full === null) throw new Error('a full disk was not tried: this machine gives none of our own (unshare, mount)');
    const all = [...problems, ...killed.problems];
    const words = [
      `${asked.publish} publishers, ${asked.activate} activations, ${taken} of them live and the others told who was quicker`,
      `${killed.kills} kills, ${killed.met} in the middle of a write, ${killed.told} changes told`,
      `a full disk: ${killed.full.replace(/\s+/g, ' ')}`,
      ...all.slice(0, 5),
    ];
    return { ...exactly(all.length), detail: words.join('; ') };
  },
};
