import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from './refusal';

const PATIENCE_MS = 5_000;
/** A swap takes milliseconds: a lock this old was left by a process that died on another machine. */
const STALE_MS = 30_000;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const pid = Number(await readFile(file, 'utf8'));
    const { mtimeMs } = await stat(file);
    return (pid > 0 && !isAlive(pid)) || Date.now() - mtimeMs > STALE_MS;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

/** Runs `act` while this process alone holds `file`. Refuses when another one keeps it too long. */
export async function withLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (await isAbandoned(file)) await rm(file, { force: true });
      else if (Date.now() > deadline) throw new Refusal('another activation holds the registry; try again in a moment');
      else await wait(20);
    }
  }
  try {
    return await act();
  } finally {
    await rm(file, { force: true });
  }
}
