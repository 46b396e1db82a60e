import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from '../../../tools/apt.mjs';
import { killEach } from '../../cluster/kills';
import { ensurePostgres } from '../../cluster/postgres.mjs';
import { packages } from '../../cluster/services';
import { startCluster } from '../../cluster/topology';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';

export const clusterLoss: Entry = {
  id: 'cluster-loss',
  what: 'Acknowledged writes lost or doubled, unreadable pictures, events not shown for 30 s, and rounds without a replica read, when each process of a cluster is killed with SIGKILL under load',
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const missing = ensurePackages(packages);
    if (missing) throw new Error(missing);
    ensurePostgres();
    const folder = join(lab.folder, 'cluster');
    mkdirSync(folder);
    const cluster = await startCluster(folder, lab.say);
    try {
      const found = await killEach(cluster, cluster.kept.length, lab.say);
      const wrong = found.flatMap(({ killed, wrong }) => wrong.map((line) => `${killed}: ${line}`));
      const sum = (count: (one: (typeof found)[number]) => number) => found.reduce((all, one) => all + count(one), 0);
      const unseen = Math.max(...found.map(({ unseenSeconds }) => unseenSeconds));
      return {
        ...exactEstimate(wrong.length),
        detail: `${found.map(({ killed }) => killed).join(', ')} killed, each once; ${sum(({ acknowledged }) => acknowledged)} writes acknowledged, ${sum(({ unanswered }) => unanswered)} calls without a reply repeated, ${sum(({ byReplica }) => byReplica)} replica reads, longest time until an event was shown ${unseen.toFixed(1)} s${wrong.length > 0 ? `; ${wrong.slice(0, 3).join('; ')}` : ''}`,
      };
    } finally {
      await cluster.stop();
    }
  },
};
