import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../../../e2e/faults/previous-release';
import { sets } from '../../../e2e/faults/sets/table';
import { runVersionSets } from '../../../e2e/faults/sets/version-sets';
import { chromiumArgs, chromiumPath, ensureChromium } from '../../../tools/chromium.mjs';
import { withTemporaryPortal } from '../../../tools/dev-portal/temporary-portal.mjs';
import { writeTable } from './report';

/** Runs every set on a portal that it starts, and writes the report. Returns the number of failures. */
export async function versionSets(say: (line: string) => void): Promise<number> {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  try {
    return await withTemporaryPortal('sets', async ({ PORTAL_URL: url, PORTAL_DATA: data, API_URL: apiUrl, STAFF_TOKEN: staffToken }) => {
      if (!staffToken) throw new Error('the portal has no staff token');
      const tried = await runVersionSets({ portal: { url, data, apiUrl, staffToken }, browser, sets, say });
      const passed = tried.driven.filter(({ wrong }) => wrong.length === 0).length;
      process.stdout.write(`${passed} of ${sets.length} sets of versions passed\n`);
      writeTable(join(root, 'docs/reports/version-sets.md'), tried);
      return sets.length - passed;
    });
  } finally {
    await browser.close();
  }
}
