import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFolder, readOrNull } from './atomic-files';
import type { Store } from './store';

const NAMED = /^([0-9a-f]+)\.json$/;

/** The counts of each host, one file per host, written by that host only. A file torn by a power failure is ignored. */
export const healthIn = (folder: string): Pick<Store, 'writeHealth' | 'health'> => ({
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
      const text = host === undefined ? null : await readOrNull(join(folder, entry));
      if (host !== undefined && text) found.set(host, text.toString());
    }
    return found;
  },
});
