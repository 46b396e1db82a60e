import { type Signal, signal } from '../platform/signal';
import { createBroadcast, lockManager, openChannel, steal } from './broadcast';
import { ASK_MS, type ProbeMessage, probeLockOwner } from './lockOwnerProbe';

/**
 * Whether this tab leads the portal's tabs: the one that does holds the event stream and the socket for all, since browsers allow six
 * connections to an origin. A browser may suspend a tab together with its lock, and then nobody would hear anything: a tab that is seen
 * asks the leader, and takes its place when there is no answer. Where tabs cannot tell each other anything every one leads.
 */
export function electLeader(name: string): Signal<boolean> {
  const leads = signal(false);
  const channel = openChannel(name);
  const locks = lockManager();
  if (!channel || !locks) {
    leads.set(true);
    return leads;
  }
  const tabs = createBroadcast<ProbeMessage>(name, channel);
  let waiting = new AbortController();

  const hold = () => {
    leads.set(true);
    // To one that asked while nobody led yet.
    tabs.post('alive');
    return new Promise<never>(() => undefined);
  };
  const ended = (error: DOMException) => {
    if (error.name !== 'AbortError') return leads.set(true);
    // Given up to take it at once.
    if (!leads.get()) return;
    // Taken by a tab that had no answer from this one.
    leads.set(false);
    queue();
  };
  const queue = () => {
    waiting = new AbortController();
    locks.request(name, { signal: waiting.signal }, hold).catch(ended);
  };
  const take = () => {
    waiting.abort();
    steal(locks, name, hold).catch(ended);
  };

  const { ask } = probeLockOwner(tabs, { isOwner: leads.get, isWaiting: () => !leads.get(), steal: take });
  document.addEventListener('visibilitychange', ask);
  setInterval(ask, ASK_MS);
  queue();
  ask();
  return leads;
}
