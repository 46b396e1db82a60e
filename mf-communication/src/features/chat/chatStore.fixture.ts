import type { Message } from '@portal/contracts/chat/chat.shapes';
import type { LiveState, Session } from '@portal/mf-kit/portal';
import { historyOf } from './chat.state';
import { createChatStore } from './chat.store';

export const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
export const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

/** Opens pages of a guard, each with its own channel to the server and this room. Time is fake. */
export const opener =
  (session: Session, home: string) =>
  (begins: LiveState = 'connected') => {
    const watching = new Set<() => void>();
    const hearing = new Map<string, Set<() => void>>();
    let connection = begins;
    const store = createChatStore(
      {
        live: {
          current: () => connection,
          subscribe: (listener) => {
            watching.add(listener);
            return () => watching.delete(listener);
          },
        },
        onChanged: (domain, listener) => {
          const listeners = hearing.get(domain) ?? new Set();
          hearing.set(domain, listeners.add(listener));
          return () => void listeners.delete(listener);
        },
      },
      session,
    );
    const history = (roomId = home) => historyOf(store.current(), roomId);
    return {
      store,
      history,
      ids: (roomId?: string) => idsOf(history(roomId).messages),
      roomOf: (roomId = home) => store.current().rooms?.find(({ _id }) => _id === roomId),
      changed: (domain: string) => hearing.get(domain)?.forEach((listener) => void listener()),
      becomes(next: LiveState) {
        connection = next;
        for (const listener of [...watching]) listener();
      },
      /** The page with this room open. */
      async begun(roomId: string | null = home) {
        const stop = store.start();
        store.open(roomId);
        await pass();
        return stop;
      },
    };
  };

/** A promise that the test resolves. */
export function later<T>() {
  let come: (value: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    come = resolve;
  });
  return { answer, come: (value: T) => come(value) };
}
