import { expect, test } from '../support/fixtures';
import { coveringSets } from './sets/table';
import { runVersionSets } from './sets/version-sets';

// Two members of the six, each once at each of its versions, on a separate portal host. The whole set: npm run lab -- sets.
const names = ['shell', 'mf-jobs'];
/** Wide limits; the exact times are measured on an idle machine. */
const wide = { recoveryMs: 10_000, worksMs: 15_000, blankMs: 2000 };

test('the shell and a remote work in the previous, the current and the next release, in every combination', async ({ browser, noise }) => {
  test.setTimeout(600_000);
  // The set checks the console messages of its own pages.
  noise.end();
  const { PORTAL_URL: url = '', PORTAL_DATA: data = '', API_URL: apiUrl = '', STAFF_TOKEN: staffToken = '' } = process.env;
  const portal = { url, data, apiUrl, staffToken };
  const { driven } = await runVersionSets({ portal, browser, sets: coveringSets, names, limits: wide, say: () => undefined });
  expect(driven.map(({ id, wrong }) => ({ id, wrong }))).toEqual(coveringSets.map(({ id }) => ({ id, wrong: [] })));
});
