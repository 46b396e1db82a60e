import { call } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { DurableOptions } from './callers';

export interface UnstoredWrite {
  guardId: string | null;
  endpoint: Endpoint;
  input: unknown;
  options: Pick<DurableOptions, 'key' | 'order'>;
}

/**
 * For durable writes that the device has not stored yet, because the code of the outbox is still to come or the device is still writing. A
 * page that closes sends them without waiting for the reply, as the guard who made them. A write that was stored after all is sent again under
 * the same key. The returned function takes a write, and returns what to call once the device has stored it, or cannot store it.
 */
export function createUnstored(guardId: () => string | null) {
  let isClosing = false;
  for (const event of ['pagehide', 'pageshow']) window.addEventListener(event, ({ type }) => (isClosing = type === 'pagehide'), true);

  return ({ guardId: owner, endpoint, input, options: { key, order } }: UnstoredWrite): (() => void) => {
    function sendLast() {
      // A write of an order key never overtakes an earlier one. A page that closes cannot show a failure.
      if (order === undefined && owner === guardId())
        call(endpoint, input, { idempotencyKey: key, keepalive: true }).catch(() => undefined);
    }
    // A screen made it while the page closes.
    if (isClosing) sendLast();
    window.addEventListener('pagehide', sendLast);
    return () => window.removeEventListener('pagehide', sendLast);
  };
}
