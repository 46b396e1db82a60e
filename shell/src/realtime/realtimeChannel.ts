import { noAnswer } from '@portal/api-client/errors';
import { type Events, type Heard, isOneOf, payloadDefect } from '@portal/contracts/_kernel/event';
import type { Live, LiveState, Telemetry } from '@portal/mf-kit/portal';

/** Whoever calls waits this long for an acknowledgement, and for the line before it. */
const ANSWER_MS = 10_000;

/** A socket call as it goes over the line. */
export interface SocketCall {
  name: string;
  input: unknown;
  key?: string;
}
/** Carries a call to the server; rejects when that cannot be. */
export type SendCall = (call: SocketCall) => Promise<unknown>;

/**
 * The page's end of the one line to the server: what came is handed to whoever asked for it, by its name alone, and calls go out.
 * What carries it is loaded later, and may be in another tab.
 */
export function createRealtimeChannel(report: (event: Telemetry) => void) {
  const watching = new Set<() => void>();
  const hearing = new Set<(name: string, payload: unknown) => void>();
  let state: LiveState = 'disconnected';
  let carry: SendCall | null = null;
  let wanted: () => void = () => undefined;

  /** Resolves once the line stands. */
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
    /** The server sent an event. */
    receive(name: string, payload: unknown) {
      for (const hear of [...hearing]) hear(name, payload);
    },
    /** Said at each change, and again when the line stands anew. */
    setState(now: LiveState) {
      if (now === state && now === 'disconnected') return;
      state = now;
      for (const watch of [...watching]) watch();
    },
    /** Somebody on the page waits for the line. */
    onDemand(run: () => void) {
      wanted = run;
    },
    /** What carries calls from now on. */
    setTransport(next: SendCall) {
      carry = next;
    },
    /** The acknowledgement of a call. Rejects when there is none in time: nobody knows then whether it arrived. */
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
