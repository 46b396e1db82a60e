import { openChannel } from '@portal/device/channel';
import { withStorageDeadline } from '@portal/device/storageDeadline';

export interface Broadcast<Message> {
  /** Sends to the other tabs of this portal, not to this one. */
  post(message: Message): void;
  listen(listener: (message: Message) => void): void;
}

/** A channel to the other tabs. Without a channel nothing is sent, and the other tabs see a change at their next call. */
export function createBroadcast<Message>(name: string, channel = openChannel(name)): Broadcast<Message> {
  return {
    post: (message) => channel?.postMessage(message),
    listen: (listener) => channel?.addEventListener('message', ({ data }) => listener(data as Message)),
  };
}

/** Null if the browser has no locks, or refuses them. */
export function lockManager(): LockManager | null {
  try {
    return navigator.locks ?? null;
  } catch {
    return null;
  }
}

/** Takes a lock from its owner. Settles as `hold` does. Rejects if the browser does not answer or refuses, or if the lock is stolen again. */
export async function steal(locks: LockManager, name: string, hold: () => Promise<void>): Promise<void> {
  let isRefused = false;
  let ended: Promise<void> = Promise.resolve();
  const had = new Promise<void>((resolve, reject) => {
    ended = locks.request(name, { steal: true }, async () => {
      resolve();
      if (!isRefused) await hold();
    });
    ended.catch(reject);
  });
  try {
    await withStorageDeadline(had);
  } catch (error) {
    isRefused = true;
    throw error;
  }
  await ended;
}

const SESSION_LOCK = 'portal.session';
/** A suspended tab can keep the lock. A log-in waits no longer than this. */
const LOCK_MS = 1000;

/** Reads or changes the stored session while no other tab does. */
export const runInSessionLock = (act: () => void): Promise<void> =>
  runWithLock(SESSION_LOCK, async () => act(), AbortSignal.timeout(LOCK_MS));

/** Runs in one tab at a time; without locks it runs directly. After `signal` it runs without the lock. */
export async function runWithLock(name: string, run: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  let isRunning = false;
  const runOnce = () => {
    isRunning = true;
    return run();
  };
  try {
    await (lockManager()?.request(name, signal ? { signal } : {}, runOnce) ?? runOnce());
  } catch (error) {
    if (isRunning) throw error;
    // The browser refused the lock.
    await run();
  }
}
