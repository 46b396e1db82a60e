import { commit, type Desk, decide, type Order, type Outcome } from './desk';
import { Refusal } from './refusal';

/** What the history calls it. */
const WORKER = 'worker';

/**
 * Takes the service worker off every phone, or lets phones have it again: a revision like any other, signed, with who did it and why.
 * @returns null when it is so already
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
    // No version begins to run: an API that is away must not keep a worker on the phones.
    return commit(desk, text, { running, registry, changes: [change], begin: [], isEnd: true }, order);
  });
