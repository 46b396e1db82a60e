import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch ({ code }) {
    if (code !== 'EEXIST') throw new Error(`${file} cannot be written (${code})`);
    const holder = holderOf(file);
    if (holder && !isAlive(holder)) rmSync(file, { force: true });
    return false;
  }
}

/** Runs `act` while no other process of this checkout does: two builds would empty each other's dist folders. Waits for its turn. */
export async function alone(root, act, say = () => undefined) {
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
