import { openChannel } from '@portal/device/channel';
import { type Signal, signal } from '../platform/signal';
import { createBroadcast, lockManager, steal } from './broadcast';
import { ASK_MS, type ProbeMessage, probeLockOwner } from './lockOwnerProbe';

/**
 * Whether this tab is the leader tab. It has the event stream and the socket of all tabs, because browsers allow six connections to an
 * origin. A visible tab replaces a leader that does not answer: browsers suspend tabs with their locks. Without locks or channel every
 * tab leads.
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
    // For a tab that asked the previous leader.
    tabs.post('alive');
    return new Promise<never>(() => undefined);
  };
  const ended = (error: DOMException) => {
    if (error.name !== 'AbortError') return leads.set(true);
    // This tab ended its own request to steal the lock.
    if (!leads.get()) return;
    // Another tab stole the lock.
    leads.set(false);
    queue();
  };
  const queue = () => {
    waiting = new AbortController();
    locks.request(name, { signal: waiting.signal }, hold).catch(ended);
  };
  const stealLock = () => {
    waiting.abort();
    steal(locks, name, hold).catch(ended);
  };

  const { ask } = probeLockOwner(tabs, { isOwner: leads.get, isWaiting: () => !leads.get(), steal: stealLock });
  document.addEventListener('visibilitychange', ask);
  setInterval(ask, ASK_MS);
  queue();
  ask();
  return leads;
}
