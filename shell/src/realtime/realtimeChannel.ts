import { noAnswer } from '@portal/api-client/errors';
import { type Events, isOneOf, payloadDefect, type ReceivedEvent } from '@portal/contracts/_kernel/event';
import type { Live, LiveState, Telemetry } from '@portal/mf-kit/portal';

/** The deadline of a call: connecting and acknowledgement together. */
const ANSWER_MS = 10_000;

export interface SocketCall {
  name: string;
  input: unknown;
  key?: string;
  /** Of its trace. */
  headers?: Readonly<Record<string, string>>;
}
export type SendCall = (call: SocketCall) => Promise<unknown>;

/**
 * The page's end of the realtime channel: it delivers events to listeners by name, and sends calls. Its transport is loaded later, and may be
 * in another tab.
 */
export function createRealtimeChannel(report: (event: Telemetry) => void) {
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(name: string, payload: unknown) => void>();
  let state: LiveState = 'disconnected';
  let transport: SendCall | null = null;
  let requestConnection: () => void = () => undefined;

  const whenConnected = (until: AbortSignal) =>
    new Promise<SendCall>((resolve, reject) => {
      const check = () => {
        if (state !== 'connected' || !transport) return;
        stateListeners.delete(check);
        resolve(transport);
      };
      until.addEventListener('abort', () => {
        stateListeners.delete(check);
        reject(noAnswer());
      });
      stateListeners.add(check);
      check();
    });

  const live: Live = {
    current: () => state,
    subscribe(listener) {
      stateListeners.add(listener);
      requestConnection();
      return () => void stateListeners.delete(listener);
    },
  };
  return {
    live,
    onEvent<Payloads extends object>(events: Events<Payloads>, listener: (event: ReceivedEvent<Payloads>) => void): () => void {
      const deliver = (name: string, payload: unknown) => {
        if (!isOneOf(events, name)) return;
        const defect = payloadDefect(events, name, payload);
        if (defect) report({ event: 'event dropped', detail: `${name}: ${defect}` });
        else listener({ name, payload } as ReceivedEvent<Payloads>);
      };
      eventListeners.add(deliver);
      return () => void eventListeners.delete(deliver);
    },
    receive(name: string, payload: unknown) {
      for (const deliver of [...eventListeners]) deliver(name, payload);
    },
    /** Notifies at each change, and at each new connection. */
    setState(now: LiveState) {
      if (now === state && now === 'disconnected') return;
      state = now;
      for (const watch of [...stateListeners]) watch();
    },
    /** `run`: a subscriber or a call needs the connection. */
    onDemand(run: () => void) {
      requestConnection = run;
    },
    setTransport(next: SendCall) {
      transport = next;
    },
    /** Returns the acknowledgement of a call. Rejects after the deadline: the call may have arrived, or not. */
    async call(call: SocketCall): Promise<unknown> {
      const late = new AbortController();
      const deadline = setTimeout(() => late.abort(), ANSWER_MS);
      requestConnection();
      const never = new Promise<never>((_, reject) => late.signal.addEventListener('abort', () => reject(noAnswer())));
      try {
        return await Promise.race([whenConnected(late.signal).then((send) => send(call)), never]);
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}
export type RealtimeChannel = ReturnType<typeof createRealtimeChannel>;
