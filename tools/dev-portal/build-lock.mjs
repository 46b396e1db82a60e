import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Creates the file with its content in one step: an empty file, left by a full disk, would block every later build. */
function take(file) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, String(process.pid));
    linkSync(draft, file);
    return true;
  } catch ({ code }) {
    if (code !== 'EEXIST') throw new Error(`${file} cannot be written (${code})`);
    const holder = holderOf(file);
    if (holder !== null && !(holder > 0 && isAlive(holder))) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Runs `act` while no other process of this checkout does, because two builds would empty each other's dist folders. Waits for the other process. */
export async function withBuildLock(root, act, say = () => undefined) {
  const folder = join(root, 'node_modules/.cache');
  const file = join(folder, 'portal-build.pid');
  mkdirSync(folder, { recursive: true });
  for (let tries = 0; !take(file); tries++) {
    if (tries === 5) say(`Waiting for process ${holderOf(file)}, which builds in this folder …`);
    await wait(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await act();
  } finally {
    process.off('exit', release);
    release();
  }
}
