import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Bytes for the databases, portals and browsers of a complete run: three times their largest size. */
const NEEDED = 4e9;

const mounted = () => readFileSync('/proc/mounts', 'utf8');

function freeBytes() {
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize;
}

/**
 * The folder in memory for the temporary files of a run; null if this system has none, programs may not start there, or its room is small. The tests
 * create and remove so many files that a disk doubles the work of the portal host's tests.
 */
export function memoryFolder(mounts = mounted, free = freeBytes) {
  try {
    const [, , type, options = ''] =
      mounts()
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, folder]) => folder === FOLDER) ?? [];
    const isUsable = type === 'tmpfs' && options.split(',').includes('rw') && !options.split(',').includes('noexec');
    return isUsable && free() >= NEEDED ? FOLDER : null;
  } catch {
    return null;
  }
}
