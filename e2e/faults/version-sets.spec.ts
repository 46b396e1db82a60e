import { coveringSets } from '../../tools/faults/sets/table';
import { trySets } from '../../tools/faults/sets/whole';
import { expect, test } from '../support/fixtures';

// Two members of the six, each once at each of its versions, on a host of its own. All of it: npm run test:faults -- sets.
const names = ['shell', 'mf-jobs'];
/** How soon is measured on a machine that does nothing else. */
const wide = { recoveryMs: 10_000, worksMs: 15_000, blankMs: 2000 };

test('the shell and a remote work as in the release before, as now and as in the next one, whatever the other is', async ({
  browser,
  noise,
}) => {
  test.setTimeout(600_000);
  // What a page of the stand says is judged with its set.
  noise.end();
  const { PORTAL_URL: url = '', PORTAL_DATA: data = '', API_URL: apiUrl = '', STAFF_TOKEN: staffToken = '' } = process.env;
  const portal = { url, data, apiUrl, staffToken };
  const { driven } = await trySets({ portal, browser, sets: coveringSets, names, limits: wide, say: () => undefined });
  expect(driven.map(({ id, wrong }) => ({ id, wrong }))).toEqual(coveringSets.map(({ id }) => ({ id, wrong: [] })));
});
