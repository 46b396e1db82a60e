import { commit, type Desk, decide, type Order, type Outcome } from './desk';
import { Refusal } from './refusal';

const WORKER = 'worker';

/**
 * Disables the service worker on every phone, or enables it again, in a signed revision with author and reason. @returns null if nothing
 * changes
 */
export const switchWorker = (desk: Desk, to: 'on' | 'off', order: Order): Promise<Outcome | null> =>
  decide(desk, [], async (text, running) => {
    if (!running) throw new Refusal('nothing is active yet');
    const { workerOff: off, ...others } = running;
    const from = off ? 'off' : 'on';
    if (from === to) return null;
    const { by, why } = order;
    const at = desk.now().toISOString();
    const registry = { ...others, revision: running.revision + 1, at, ...(to === 'off' && { workerOff: { by, at, why } }) };
    const change = { name: WORKER, from, to, how: 'switch' as const };
    // No version becomes active, so an unreachable API must not prevent it.
    return commit(desk, text, { running, registry, changes: [change], begin: [], isEnd: true }, order);
  });
