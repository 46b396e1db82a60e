import { type Bug, bugs } from './bugs';
import { FIRST_SEED } from './search';
import { simulate } from './simulate';

// With 100,000 seeds: npm run lab -- simulate --seeds 100000.
it('keeps every invariant with 12 seeds', async () => {
  const broken: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 12; seed++)
    for (const defect of await simulate(seed)) broken.push(`--seed ${seed}: ${defect}`);
  expect(broken).toEqual([]);
}, 120_000);

/** A seed that shows each planted bug. After a change of the simulation, `npm run lab -- simulate --seeds 1` prints new ones. */
const seeds: Record<Bug, number> = {
  'bucket-overwrites': 11,
  'bucket-forgets': 1,
  'bucket-lists-old': 1,
  'folder-loses-rename': 7,
  'folder-overwrites': 7,
  'folder-lists-old': 7,
  'command-hides-race': 3,
  'command-ignores-race': 33,
  'half-version-activates': 1,
  'publisher-replaces': 47,
  'rollback-keeps-version': 9,
  'heal-again': 1,
  'heal-never': 1,
  'canary-never-ends': 3,
  'canary-stop-keeps': 33,
  'canary-for-all': 2,
  'canary-redraws': 23,
  'host-goes-back': 9,
  'host-stops': 1,
  'page-skips-signature': 11,
  'page-skips-age': 19,
  'page-skips-hash': 37,
  'page-goes-back': 18,
  'page-stops': 1,
  'page-ignores-update': 9,
  'page-alternates': 1,
  'page-loses-cause': 1,
  'page-loses-load': 1,
  'page-loses-unmount': 1,
  'page-loses-mount': 1,
  'page-blames-network': 1,
  'page-without-last-good': 3,
  'worker-keeps-quarantined': 19,
  'worker-skips-signature': 19,
  'worker-goes-back': 290,
  'worker-ignores-age': 1,
  'worker-stays': 18,
};
it.each(Object.keys(bugs) as Bug[])(
  'finds the planted bug %s by its seed',
  async (bug) => {
    expect(await simulate(seeds[bug], bug)).not.toEqual([]);
  },
  120_000,
);

it('repeats a run by its seed', async () => {
  const found = await simulate(seeds['folder-lists-old'], 'folder-lists-old');
  expect(await simulate(seeds['folder-lists-old'], 'folder-lists-old')).toEqual(found);
}, 120_000);
