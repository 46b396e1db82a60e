import { noAnswer } from '@portal/api-client/errors';
import { newUuid } from '@portal/mf-kit/newKey';
import type { SendCall, SocketCall } from './realtimeChannel';

/** Must exceed the call timeout. Later replies are discarded. */
const FORGET_MS = 15_000;

/** A call from another tab to the leader tab, and its answer. `reply` is missing if the leader had none. */
export type TabCallMessage = { ask: string; guardId: string | null; call: SocketCall } | { answer: string; reply?: unknown };

export interface TabCallRelayDeps {
  post: (message: TabCallMessage) => void;
  guardId: () => string | null;
  /** Null in a tab without the socket. */
  send: (call: SocketCall) => Promise<unknown> | null;
}

/** Sends calls of tabs without a socket through the leader tab, if both have the same guard. */
export function createTabCallRelay({ post, guardId, send }: TabCallRelayDeps) {
  const pendingCalls = new Map<string, { resolve: (reply: unknown) => void; reject: (error: Error) => void }>();

  async function answer(ask: string, owner: string | null, call: SocketCall) {
    const sent = owner === guardId() ? send(call) : null;
    if (!sent) return;
    post(await sent.then((reply) => ({ answer: ask, reply })).catch(() => ({ answer: ask })));
  }

  const ask: SendCall = (call) =>
    new Promise((resolve, reject) => {
      const id = newUuid();
      pendingCalls.set(id, { resolve, reject });
      setTimeout(() => pendingCalls.delete(id), FORGET_MS);
      post({ ask: id, guardId: guardId(), call });
    });

  return {
    /** No tab may lead now, so the caller needs a deadline. */
    ask,
    receive(message: TabCallMessage) {
      if ('ask' in message) return void answer(message.ask, message.guardId, message.call);
      const waiting = pendingCalls.get(message.answer);
      pendingCalls.delete(message.answer);
      if ('reply' in message) waiting?.resolve(message.reply);
      else waiting?.reject(noAnswer());
    },
  };
}
