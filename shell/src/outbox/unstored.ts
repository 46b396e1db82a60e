import { call } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { DurableOptions } from './pending';

export interface UnstoredWrite {
  guardId: string | null;
  endpoint: Endpoint;
  input: unknown;
  options: Pick<DurableOptions, 'key' | 'order'>;
}

/**
 * Durable writes that the device has not stored yet. A page that closes sends them without waiting for the reply, as the guard who made them.
 * What was stored after all is sent again under the same key.
 */
export function createUnstored(guardId: () => string | null) {
  const writes = new Set<UnstoredWrite>();
  let isClosing = false;
  const sendLast = (write: UnstoredWrite) => {
    // A write of an order key never overtakes an earlier one.
    if (write.guardId !== guardId() || write.options.order !== undefined) return;
    // A page that closes cannot show a failure.
    call(write.endpoint, write.input, { idempotencyKey: write.options.key, keepalive: true }).catch(() => undefined);
  };
  // Before the listeners of screens: `add` sends what they write while the page closes.
  globalThis.addEventListener?.(
    'pagehide',
    () => {
      isClosing = true;
      for (const write of writes) sendLast(write);
    },
    { capture: true },
  );
  globalThis.addEventListener?.('pageshow', () => {
    isClosing = false;
  });
  return {
    /** Returns what to call once the device has stored the write, or cannot store it. */
    add(write: UnstoredWrite): () => void {
      writes.add(write);
      if (isClosing) sendLast(write);
      return () => void writes.delete(write);
    },
  };
}
