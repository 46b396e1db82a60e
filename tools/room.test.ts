import { fakeBuild } from '../delivery/test/fixtures';
import { NEXT_BYTES } from '../e2e/faults/sets/next';
import { weighBuilds } from './room';

const jobs = (budget: number | undefined) => fakeBuild({ name: 'mf-jobs', routes: { '/search-job': 'Search' }, budget });
const weighed = async (budget: number | undefined) => {
  const lines: string[] = [];
  const problems = await weighBuilds([jobs(budget)], (line) => lines.push(line));
  return { lines, problems };
};

it('prints the size, the budget and the free bytes of each module', async () => {
  const lines: string[] = [];
  expect(await weighBuilds([jobs(1_000_000), fakeBuild({ name: 'shell' })], (line) => lines.push(line))).toEqual([]);
  expect(lines).toEqual([
    expect.stringMatching(/^mf-jobs +weighs +\d{2,3} bytes of 1000000, +9\d{5} free$/),
    expect.stringMatching(/^shell +weighs +\d{2,3} bytes of 1000000, +9\d{5} free$/),
  ]);
});

it('rejects a module with one byte too little for the next release of the version sets', async () => {
  const weight = Number(/weighs +(\d+)/.exec((await weighed(1_000_000)).lines[0] ?? '')?.[1]);
  expect((await weighed(weight + NEXT_BYTES)).problems).toEqual([]);
  expect((await weighed(weight + NEXT_BYTES - 1)).problems).toEqual([
    `mf-jobs has ${NEXT_BYTES - 1} bytes free of its budget of ${weight + NEXT_BYTES - 1} for a first load, and needs ${NEXT_BYTES}: the next release in the version sets adds them. Load later what the first screen does not need`,
  ]);
});

it.each([
  ['more than its budget', 10, /^mf-jobs 1\.0\.0 needs \d+ bytes for a first load, its budget is 10/],
  ['no budget', undefined, /^mf-jobs 1\.0\.0 has no budget/],
])('rejects a module with %s', async (_, budget, words) => {
  expect((await weighed(budget)).problems).toEqual([expect.stringMatching(words)]);
});
