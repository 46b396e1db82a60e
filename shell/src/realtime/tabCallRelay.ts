import { noAnswer } from '@portal/api-client/errors';
import { newUuid } from '@portal/mf-kit/newKey';
import type { SendCall, SocketCall } from './realtimeChannel';

/** Must exceed the call timeout. Later replies are discarded. */
const FORGET_MS = 15_000;

/** A call from another tab to the leader tab, and its answer. `reply` is missing if the leader had none. */
export type TabCallMessage = { ask: string; guardId: string | null; call: SocketCall } | { answer: string; reply?: unknown };

export interface TabCallRelayDeps {
  post: (word: TabCallMessage) => void;
  guardId: () => string | null;
  /** Null in a tab without the socket. */
  send: (call: SocketCall) => Promise<unknown> | null;
}

/** Sends calls of tabs without a socket through the leader tab, if both have the same guard. */
export function createTabCallRelay({ post, guardId, send }: TabCallRelayDeps) {
  const asked = new Map<string, { resolve: (reply: unknown) => void; reject: (error: Error) => void }>();

  async function answer(ask: string, owner: string | null, call: SocketCall) {
    const carried = owner === guardId() ? send(call) : null;
    if (!carried) return;
    post(await carried.then((reply) => ({ answer: ask, reply })).catch(() => ({ answer: ask })));
  }

  const ask: SendCall = (call) =>
    new Promise((resolve, reject) => {
      const id = newUuid();
      asked.set(id, { resolve, reject });
      setTimeout(() => asked.delete(id), FORGET_MS);
      post({ ask: id, guardId: guardId(), call });
    });

  return {
    /** No tab may lead now, so the caller needs a deadline. */
    ask,
    hear(word: TabCallMessage) {
      if ('ask' in word) return void answer(word.ask, word.guardId, word.call);
      const waiting = asked.get(word.answer);
      asked.delete(word.answer);
      if ('reply' in word) waiting?.resolve(word.reply);
      else waiting?.reject(noAnswer());
    },
  };
}
