import { withStorageDeadline } from '@portal/device/storageDeadline';

export interface Broadcast<Message> {
  /** Tells the other tabs of this portal; not this one. */
  post(message: Message): void;
  listen(listener: (message: Message) => void): void;
}

/** Null where the browser has no such line, or refuses it with everything else that it keeps for a site. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** A line to the portal's other tabs. Silent where the browser has none: they then notice at their next call. */
export function createBroadcast<Message>(name: string, channel = openChannel(name)): Broadcast<Message> {
  return {
    post: (message) => channel?.postMessage(message),
    listen: (listener) => channel?.addEventListener('message', ({ data }) => listener(data as Message)),
  };
}

/** Null where the browser has no locks, or refuses them. */
export function lockManager(): LockManager | null {
  try {
    return navigator.locks ?? null;
  } catch {
    return null;
  }
}

/**
 * Takes a lock from whoever holds it, which a browser gives at once: one that does not answer refuses it. Settles as `hold` does; rejects
 * when the lock is refused, or taken away.
 */
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
/** A suspended tab can keep the lock: a log-in waits for it no longer. */
const LOCK_MS = 1000;

/** Reads or changes what both stores keep of the session while no other tab does. */
export const inLock = (act: () => void): Promise<void> => runWithLock(SESSION_LOCK, async () => act(), AbortSignal.timeout(LOCK_MS));

/** Runs in one tab at a time; without locks it runs directly. `signal`: ends the wait, and it runs without the lock. */
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
    // The browser refuses the lock, not the work.
    await run();
  }
}
