import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { moduleTrials, shellTrials, tryAll } from '../../../e2e/faults/matrix/run-matrix';
import { chromiumArgs, chromiumPath, ensureChromium } from '../../../tools/chromium.mjs';
import { withTemporaryPortal } from '../../../tools/dev-portal/temporary-portal.mjs';
import { say } from '../../../tools/say.mjs';
import { writeTable } from './report';

const root = resolve(import.meta.dirname, '../../..');
const results = join(root, 'test-results/fault-matrix.json');

/**
 * `npm run lab -- matrix [--only WORDS] [--minutes N] [--lanes N]`: every fault in every module at every moment, and the shell's faults.
 * Cases that passed with the same builds are skipped. Writes the table when all cases ran. Returns the number of cases that did not pass.
 */
export async function matrix(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, minutes: { type: 'string' }, lanes: { type: 'string' } } });
  const [minutes, lanes] = [Number(values.minutes ?? 120), Number(values.lanes ?? 2)];
  if (!(minutes > 0) || !(Number.isInteger(lanes) && lanes > 0)) throw new Error('--minutes and --lanes are numbers');
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const all = [...moduleTrials, ...shellTrials];
  const trials = all.filter(({ id }) => id.includes(values.only ?? ''));
  if (trials.length === 0) throw new Error(`no case has ${values.only} in its id`);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    return await withTemporaryPortal('faults', async ({ PORTAL_URL: url, PORTAL_DATA: data, API_URL: apiUrl, STAFF_TOKEN: staffToken }) => {
      if (!staffToken) throw new Error('the portal has no staff token');
      const portal = { url, data, apiUrl, staffToken };
      const found = await tryAll({ portal, browser, trials, file: results, lanes, untilMs: minutes * 60_000, say });
      const passed = trials.filter(({ id }) => found.get(id)?.wrong.length === 0);
      say(`${passed.length} of ${trials.length} passed`);
      if (trials.length === all.length && found.size === all.length) writeTable(join(root, 'docs/reports/faults.md'), found);
      return trials.length - passed.length;
    });
  } finally {
    await browser.close();
  }
}
