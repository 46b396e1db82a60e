import { openChannel } from '@portal/device/channel';
import { createBroadcast, lockManager, runWithLock, steal } from './broadcast';
import { ASK_MS, type ProbeMessage, probeLockOwner } from './lockOwnerProbe';

/** `ownsLock`: false after another tab stole the lock from this unresponsive tab. Requests in flight finish; none start. */
export type ExclusiveWork = (ownsLock: () => boolean) => Promise<void>;

/** Runs in one tab at a time. A visible tab steals the lock of an owner that does not answer. Without a channel between tabs it waits without limit. */
export function createExclusiveRun(name: string): (run: ExclusiveWork) => Promise<void> {
  const channel = openChannel(`${name}.turn`);
  const locks = lockManager();
  if (!channel || !locks) return (run) => runWithLock(name, () => run(() => true));
  const tabs = createBroadcast<ProbeMessage>(name, channel);
  let state: 'idle' | 'waits' | 'holds' = 'idle';
  let stealLock: () => void = () => undefined;
  const { ask } = probeLockOwner(tabs, { isOwner: () => state === 'holds', isWaiting: () => state === 'waits', steal: () => stealLock() });

  return async (run) => {
    let ownsLock = true;
    let running: Promise<void> | null = null;
    const hold = () => {
      state = 'holds';
      // For a tab that asked the previous owner.
      tabs.post('alive');
      running ??= run(() => ownsLock);
      return running;
    };
    state = 'waits';
    const waiting = new AbortController();
    const asking = setInterval(ask, ASK_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        stealLock = () => {
          waiting.abort();
          steal(locks, name, hold).then(resolve, reject);
        };
        const refused = (error: unknown) => (waiting.signal.aborted ? undefined : reject(error));
        locks.request(name, { signal: waiting.signal }, hold).then(resolve, refused);
      });
    } catch {
      ownsLock = false;
      state = 'idle';
      // The lock was refused or stolen: wait for a run that has begun, or run without the lock.
      await (running ?? run(() => true));
    } finally {
      clearInterval(asking);
      state = 'idle';
    }
  };
}
