import type { Message } from '@portal/contracts/chat/chat.shapes';
import type { LiveState, Session } from '@portal/mf-kit/portal';
import { historyOf } from './chat.state';
import { createChatStore } from './chat.store';

export const advanceTime = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
export const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);

/** Opens pages of a guard, each with its own channel to the server and this room. Time is fake. */
export const createPageOpener =
  (session: Session, home: string) =>
  (initial: LiveState = 'connected') => {
    const stateListeners = new Set<() => void>();
    const changeListeners = new Map<string, Set<() => void>>();
    let connection = initial;
    const store = createChatStore(
      {
        live: {
          current: () => connection,
          subscribe: (listener) => {
            stateListeners.add(listener);
            return () => stateListeners.delete(listener);
          },
        },
        onChanged: (domain, listener) => {
          const listeners = changeListeners.get(domain) ?? new Set();
          changeListeners.set(domain, listeners.add(listener));
          return () => void listeners.delete(listener);
        },
      },
      session,
    );
    const historyIn = (roomId = home) => historyOf(store.current(), roomId);
    return {
      store,
      history: historyIn,
      ids: (roomId?: string) => idsOf(historyIn(roomId).messages),
      roomOf: (roomId = home) => store.current().rooms?.find(({ _id }) => _id === roomId),
      invalidate: (domain: string) => changeListeners.get(domain)?.forEach((listener) => void listener()),
      setConnection(next: LiveState) {
        connection = next;
        for (const listener of [...stateListeners]) listener();
      },
      /** The page with this room open. */
      async start(roomId: string | null = home) {
        const stop = store.start();
        store.open(roomId);
        await advanceTime();
        return stop;
      },
    };
  };

/** A promise that the test resolves. */
export function createDeferred<T>() {
  let settle: (value: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { answer, resolve: (value: T) => settle(value) };
}
