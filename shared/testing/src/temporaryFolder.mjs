import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set();
let isTidy = false;

/** Removes a folder of `temporaryFolder` before the process ends. */
export function dropFolder(folder) {
  made.delete(folder);
  // What was started and stopped in it may still be on its way out.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

function beginToTidy() {
  process.once('exit', () => {
    for (const folder of made) dropFolder(folder);
  });
  // Unless somebody else listens a signal would end us without a word, and the folders would stay.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.exit(1);
    });
}

/** A folder of this process, which goes with it at the latest. In a test of jest it goes with the test file. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `portal-${name}-`));
  // A database that runs as another user, because we are root, must be able to walk here.
  chmodSync(folder, 0o755);
  if (!isTidy) beginToTidy();
  isTidy = true;
  made.add(folder);
  return folder;
}
