import { call } from '@portal/api-client/call';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { useCallback, useRef, useState } from 'react';
import { toFailure } from './failure';
import { usePortal } from './PortalContext';
import type { Failure, Portal, WriteOptions, WriteResult } from './portal';

export interface Write<In, Out> {
  /** Resolves with the outcome; never rejects. A second call while one is in flight returns the first one's promise. */
  send(input: In, options?: WriteOptions): Promise<WriteResult<Out>>;
  busy: boolean;
  failure: Failure | null;
  reset(): void;
}

/** Calls before a session have no guard to own an outbox entry: they go straight to the server. */
async function outcome<In, Out>(portal: Portal, endpoint: Endpoint<In, Out>, input: In, options?: WriteOptions): Promise<WriteResult<Out>> {
  if (endpoint.auth !== 'basic') return portal.write(endpoint, input, options);
  try {
    const { message, data } = await call(endpoint, input);
    return { ok: true, message, data, at: portal.now().toISOString() };
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

/** Sends `endpoint` as a write: under an idempotency key and, with a session, through the portal's outbox. */
export function useWrite<In, Out>(endpoint: Endpoint<In, Out>): Write<In, Out> {
  const portal = usePortal();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const flight = useRef<Promise<WriteResult<Out>> | null>(null);
  const send = useCallback(
    (input: In, options?: WriteOptions) => {
      if (flight.current) return flight.current;
      setBusy(true);
      setFailure(null);
      const sent = outcome(portal, endpoint, input, options).then((result) => {
        flight.current = null;
        setBusy(false);
        if (!result.ok) setFailure(result.error);
        return result;
      });
      flight.current = sent;
      return sent;
    },
    [portal, endpoint],
  );
  return { send, busy, failure, reset: () => setFailure(null) };
}
