import { call, isApiError } from '@portal/api-client/call';
import { endpoint, httpFormOf } from '@portal/contracts/_kernel/endpoint';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { anything } from '@portal/contracts/_kernel/shapes';
import type { LiveState } from '@portal/mf-kit/portal';
import type { SocketCall } from './realtimeChannel';

const endpointOf = (name: string) =>
  endpoint({ id: 'live.call', ...httpFormOf(name), auth: 'approved', input: anything(), output: anything(), knowsRepeats: true });

/** Sends a socket call over HTTP and returns its envelope, also of a refusal. Rejects without a reply. */
export async function callOverHttp({ name, input, key, headers }: SocketCall): Promise<Envelope> {
  try {
    const { code, message, data } = await call(endpointOf(name), input, {
      ...(key !== undefined && { idempotencyKey: key }),
      ...(headers && { headers }),
    });
    return { code, message, data };
  } catch (error) {
    if (!isApiError(error) || error.code === 0) throw error;
    const { code, message, userMessage, fields: errors, data, reference, reason, retryAfter } = error;
    const more = { ...(reference && { reference }), ...(reason && { reason }), ...(retryAfter !== undefined && { retryAfter }) };
    return { code, message, userMessage, errors, data, ...more };
  }
}

/** Calls go over HTTP after this time without a socket. */
const BLOCKED_MS = 3000;
/** An open chat is requested over HTTP at this interval. */
const POLL_MS = 10_000;
/** All other open pages are requested at every sixth poll, once a minute. */
const POLLS_OF_ALL = 6;

interface BlockedSocketDeps {
  /** Resolves with whether the portal can be reached over HTTP. */
  probe: () => Promise<boolean>;
  setState: (state: LiveState) => void;
  /** Any data may have changed without an event. */
  onAnyChange: () => void;
}

/**
 * Some networks let no WebSocket through. While the socket is not connected and the portal can be reached, calls go over HTTP, and
 * `connected` is emitted every ten seconds: an open chat then reads the messages that it missed.
 */
export function watchBlockedSocket({ probe, setState, onAnyChange }: BlockedSocketDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOverHttp = false;
  let attempt = 0;
  let polls = 0;

  async function poll(own: number) {
    const isReachable = await probe().catch(() => false);
    if (own !== attempt) return;
    const wasOverHttp = isOverHttp;
    isOverHttp = isReachable;
    polls = isReachable && wasOverHttp ? polls + 1 : 0;
    if (isReachable && polls % POLLS_OF_ALL === 0) onAnyChange();
    if (isReachable || wasOverHttp) setState(isReachable ? 'connected' : 'disconnected');
    timer = setTimeout(() => void poll(own), POLL_MS);
  }

  function end() {
    attempt++;
    clearTimeout(timer);
    isOverHttp = false;
  }
  return {
    isOverHttp: () => isOverHttp,
    /** The socket is disconnected. */
    begin() {
      end();
      const own = attempt;
      timer = setTimeout(() => void poll(own), BLOCKED_MS);
    },
    end,
  };
}
