import { type Reply, runAll, type Task } from './seed-pool';

const runSeeds = async (processes: number): Promise<Reply[]> => {
  const tasks = [1, 2, 3, 4, 5, 6, 7].map((seed): Task => ({ kind: 'run', seed, seeds: 1, bug: 'rollback-keeps-version' }));
  const replies: Reply[] = [];
  await runAll(
    tasks,
    (reply, place) => {
      replies[place] = reply;
    },
    processes,
  );
  return replies;
};

it('gives the same results with one process and with two', async () => {
  const alone = await runSeeds(1);
  expect(alone.some(({ broken }) => broken.length > 0)).toBe(true);
  expect(await runSeeds(2)).toEqual(alone);
}, 120_000);
