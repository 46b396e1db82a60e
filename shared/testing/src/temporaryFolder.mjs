import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set();
let isTidy = false;

/** Removes a folder of `temporaryFolder` before the process ends. */
export function dropFolder(folder) {
  made.delete(folder);
  // A process that used the folder may not have ended.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

function beginToTidy() {
  process.once('exit', () => {
    for (const folder of made) dropFolder(folder);
  });
  // Without a listener, a signal would end the process before the folders are removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      if (process.listenerCount(signal) === 0) process.exit(1);
    });
}

/** Creates a folder that is removed when the process ends; in a Jest test, when the test file ends. */
export function temporaryFolder(name, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `portal-${name}-`));
  // If we are root, PostgreSQL runs as another user and must be able to enter this folder.
  chmodSync(folder, 0o755);
  if (!isTidy) beginToTidy();
  isTidy = true;
  made.add(folder);
  return folder;
}
