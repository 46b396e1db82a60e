// A process of `npm run lab -- simulate`: it runs the seeds that its parent sends.
import { findBug } from './search';
import type { Reply, Task } from './seed-pool';
import { simulate } from './simulate';

const run = async ({ kind, seed, seeds, bug }: Task): Promise<Reply> =>
  kind === 'run' ? { seed, broken: await simulate(seed, bug) } : ((bug && (await findBug(bug, seeds))) ?? { seed: null, broken: [] });

process.on('message', (task: Task) => {
  // The parent exits with the error of its child.
  void run(task).then((reply) => process.send?.(reply));
});
