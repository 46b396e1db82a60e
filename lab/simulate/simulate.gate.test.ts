import { type Bug, bugs } from './bugs';
import { findBug, firstSeed } from './search';
import { simulate } from './world';

// With 100,000 seeds: npm run lab -- simulate --seeds 100000.
it('keeps every invariant with 40 seeds', async () => {
  const broken: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + 40; seed++)
    for (const defect of await simulate(seed)) broken.push(`--seed ${seed}: ${defect}`);
  expect(broken).toEqual([]);
}, 120_000);

it.each(Object.keys(bugs) as Bug[])(
  'finds the planted bug %s within 150 seeds, and repeats it by its seed',
  async (bug) => {
    const found = await findBug(bug, 150);
    expect(found).not.toBeNull();
    expect(await simulate(found?.seed ?? 0, bug)).toEqual(found?.broken);
  },
  120_000,
);
