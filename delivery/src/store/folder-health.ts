import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAtomically, listFolder, readOrNull } from './atomic-files';
import type { Store } from './store';

const NAMED = /^([0-9a-f]+)\.json$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SUMS = 'sums.json';

/**
 * The counts of each host, one file per host, written by that host only. A file that cannot be read is ignored. `days` has one folder per
 * day, which the first host makes.
 */
export const healthIn = (
  folder: string,
  days: string,
): Pick<Store, 'writeHealth' | 'health' | 'addHealthDay' | 'healthDays' | 'removeHealthDay'> => ({
  async writeHealth(host, text) {
    const file = join(folder, `${host}.json`);
    if (text === null) return rm(file, { force: true });
    await mkdir(folder, { recursive: true });
    const aside = join(folder, `.${host}`);
    await writeFile(aside, text);
    await rename(aside, file);
  },
  async health() {
    const found = new Map<string, string>();
    for (const entry of await listFolder(folder)) {
      const host = NAMED.exec(entry)?.[1];
      const text = host === undefined ? null : await readOrNull(join(folder, entry)).catch(() => null);
      if (host !== undefined && text) found.set(host, text.toString());
    }
    return found;
  },
  async addHealthDay(day, text) {
    await createAtomically(join(days, day), new Map([[SUMS, new TextEncoder().encode(text)]]));
  },
  async healthDays() {
    const found = new Map<string, string>();
    for (const day of (await listFolder(days)).filter((entry) => DAY.test(entry))) {
      // Readers report a day without sums as damaged and use the other days.
      const text = await readOrNull(join(days, day, SUMS)).catch(() => '');
      if (text !== null) found.set(day, text.toString());
    }
    return found;
  },
  removeHealthDay: (day) => rm(join(days, day), { recursive: true, force: true }),
});
