import { createBroadcast, lockManager, openChannel, runWithLock, steal } from './broadcast';
import { ASK_MS, type ProbeMessage, probeLockOwner } from './lockOwnerProbe';

/** `isMine`: false once another tab took the turn, because this one did not answer for a while. What is under way then only ends. */
export type Run = (ownsLock: () => boolean) => Promise<void>;

/**
 * Runs in one tab at a time, each in its turn, as `alone`; but the turn of a tab that does not answer is taken by one that is seen.
 * Where tabs cannot tell each other anything it waits for its turn for good.
 */
export function createExclusiveRun(name: string): (run: Run) => Promise<void> {
  const channel = openChannel(`${name}.turn`);
  const locks = lockManager();
  if (!channel || !locks) return (run) => runWithLock(name, () => run(() => true));
  const tabs = createBroadcast<ProbeMessage>(name, channel);
  let state: 'idle' | 'waits' | 'holds' = 'idle';
  let take: () => void = () => undefined;
  const { ask } = probeLockOwner(tabs, { isOwner: () => state === 'holds', isWaiting: () => state === 'waits', steal: () => take() });

  return async (run) => {
    let ownsLock = true;
    let running: Promise<void> | null = null;
    const hold = () => {
      state = 'holds';
      // To one that asked while nobody had it.
      tabs.post('alive');
      running ??= run(() => ownsLock);
      return running;
    };
    state = 'waits';
    const waiting = new AbortController();
    const asking = setInterval(ask, ASK_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        take = () => {
          waiting.abort();
          steal(locks, name, hold).then(resolve, reject);
        };
        const refused = (error: unknown) => (waiting.signal.aborted ? undefined : reject(error));
        locks.request(name, { signal: waiting.signal }, hold).then(resolve, refused);
      });
    } catch {
      ownsLock = false;
      state = 'idle';
      // The browser refuses the lock, not the work; what had begun goes to its end, and fails as it fails.
      await (running ?? run(() => true));
    } finally {
      clearInterval(asking);
      state = 'idle';
    }
  };
}
