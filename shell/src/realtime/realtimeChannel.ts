import { noAnswer } from '@portal/api-client/errors';
import { type Events, type Heard, isOneOf, payloadDefect } from '@portal/contracts/_kernel/event';
import type { Live, LiveState, Telemetry } from '@portal/mf-kit/portal';

/** The deadline of a call: connecting and acknowledgement together. */
const ANSWER_MS = 10_000;

export interface SocketCall {
  name: string;
  input: unknown;
  key?: string;
}
export type SendCall = (call: SocketCall) => Promise<unknown>;

/**
 * The page's end of the realtime channel: it delivers events to listeners by name, and sends calls. Its transport is loaded later, and may be
 * in another tab.
 */
export function createRealtimeChannel(report: (event: Telemetry) => void) {
  const watching = new Set<() => void>();
  const hearing = new Set<(name: string, payload: unknown) => void>();
  let state: LiveState = 'disconnected';
  let carry: SendCall | null = null;
  let wanted: () => void = () => undefined;

  const whenConnected = (until: AbortSignal) =>
    new Promise<SendCall>((resolve, reject) => {
      const look = () => {
        if (state !== 'connected' || !carry) return;
        watching.delete(look);
        resolve(carry);
      };
      until.addEventListener('abort', () => {
        watching.delete(look);
        reject(noAnswer());
      });
      watching.add(look);
      look();
    });

  const live: Live = {
    current: () => state,
    subscribe(listener) {
      watching.add(listener);
      wanted();
      return () => void watching.delete(listener);
    },
  };
  return {
    live,
    onEvent<Payloads extends object>(events: Events<Payloads>, listener: (receive: Heard<Payloads>) => void): () => void {
      const hear = (name: string, payload: unknown) => {
        if (!isOneOf(events, name)) return;
        const defect = payloadDefect(events, name, payload);
        if (defect) report({ event: 'event dropped', detail: `${name}: ${defect}` });
        else listener({ name, payload } as Heard<Payloads>);
      };
      hearing.add(hear);
      return () => void hearing.delete(hear);
    },
    receive(name: string, payload: unknown) {
      for (const hear of [...hearing]) hear(name, payload);
    },
    /** Notifies at each change, and at each new connection. */
    setState(now: LiveState) {
      if (now === state && now === 'disconnected') return;
      state = now;
      for (const watch of [...watching]) watch();
    },
    /** `run`: a subscriber or a call needs the connection. */
    onDemand(run: () => void) {
      wanted = run;
    },
    setTransport(next: SendCall) {
      carry = next;
    },
    /** Returns the acknowledgement of a call. Rejects after the deadline: the call may have arrived, or not. */
    async call(call: SocketCall): Promise<unknown> {
      const late = new AbortController();
      const deadline = setTimeout(() => late.abort(), ANSWER_MS);
      wanted();
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
