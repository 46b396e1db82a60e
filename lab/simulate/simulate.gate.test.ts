import { type Bug, bugs } from './bugs';
import { FIRST_SEED } from './search';
import { simulate } from './simulate';

// With 100,000 seeds: npm run lab -- simulate --seeds 100000.
it('keeps every invariant with 6 seeds', async () => {
  const broken: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 6; seed++)
    for (const defect of await simulate(seed)) broken.push(`--seed ${seed}: ${defect}`);
  expect(broken).toEqual([]);
}, 120_000);

/** Seeds that broke an invariant before a correction of the product or of the simulation, and what they found. */
it.each([
  [670, 'the devices with a canary are not those of its share'],
  [2706, 'a revision lost the quarantine of an earlier one'],
  [3684, 'a revision lost the quarantine of an earlier one'],
  [6128, 'a host does not reach the newest revision'],
  [7047, 'a page runs a quarantined version'],
  [8635, 'a page shows no version although one works'],
  [15960, 'a revision lost the quarantine of an earlier one'],
  [23930, 'a page does not reach the newest revision'],
])(
  'keeps every invariant with seed %i, which once found: %s',
  async (seed) => {
    expect(await simulate(seed)).toEqual([]);
  },
  120_000,
);

/** A seed of each planted bug, and what it must find. After a change of the simulation, `npm run lab -- simulate --seeds 1` prints new ones. */
const found: Record<Bug, readonly [seed: number, defect: string]> = {
  'bucket-overwrites': [17, 'an acknowledged change is not in the history'],
  'bucket-forgets': [1, 'an acknowledged change is not in the history'],
  'bucket-lists-old': [1, 'a host does not reach the newest revision'],
  'folder-loses-rename': [7, 'an acknowledged change is not in the history'],
  'folder-overwrites': [12, 'an acknowledged change is not in the history'],
  'folder-lists-old': [7, 'a host does not reach the newest revision'],
  'command-hides-race': [2, 'an acknowledged change is not in the history'],
  'command-ignores-race': [36, 'a revision lost the quarantine of an earlier one'],
  'half-version-activates': [3, 'a revision names a version that is not complete'],
  'publisher-replaces': [9, 'a published version changed'],
  'rollback-keeps-version': [2, 'a version that was rolled back is not quarantined'],
  'heal-again': [1, 'self-heal ended one version twice'],
  'heal-never': [1, 'a broken version stays active'],
  'canary-never-ends': [3, 'a broken canary does not end'],
  'canary-stop-keeps': [15, 'a canary that was stopped is not quarantined'],
  'canary-for-all': [3, 'the devices with a canary are not those of its share'],
  'canary-redraws': [44, 'a device got a second number for canaries'],
  'host-goes-back': [21, 'a host moved to an older revision'],
  'host-stops': [1, 'a host does not reach the newest revision'],
  'page-skips-signature': [1, 'a page follows an unsigned revision'],
  'page-skips-age': [9, 'a page follows a revision with an old timestamp'],
  'page-goes-back': [21, 'a page moved to an older revision'],
  'page-skips-hash': [8, 'a page runs an unsigned version'],
  'page-stops': [1, 'a page does not reach the newest revision'],
  'page-ignores-update': [19, 'a page runs a quarantined version'],
  'page-alternates': [1, 'a page alternates between versions'],
  'page-loses-cause': [1, 'a page does not end its start of a version'],
  'page-loses-load': [1, 'a page is blank'],
  'page-loses-unmount': [1, 'a page does not end its start of a version'],
  'page-loses-mount': [1, 'a page does not end its start of a version'],
  'page-blames-network': [1, 'a page shows no version although one works'],
  'page-without-last-good': [3, 'a page shows no version although one works'],
  'worker-keeps-quarantined': [70, 'a worker keeps a page with a quarantined version'],
  'worker-skips-signature': [13, 'a page opens with an unsigned registry'],
  'worker-goes-back': [136, 'the stored page of a device moved to an older revision'],
  'worker-ignores-age': [1, 'a stored page opens although its age is wrong'],
  'worker-stays': [12, 'a service worker stays although it is switched off'],
};
it.each(Object.keys(bugs) as Bug[])(
  'finds the planted bug %s by its seed',
  async (bug) => {
    const [seed, defect] = found[bug];
    expect(await simulate(seed, bug)).toContain(defect);
  },
  120_000,
);

it('repeats a run by its seed', async () => {
  const [first, second] = [await simulate(9, 'publisher-replaces'), await simulate(9, 'publisher-replaces')];
  expect(second).toEqual(first);
}, 120_000);
